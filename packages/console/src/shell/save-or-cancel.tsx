import { Button } from 'react-aria-components';

export interface SaveOrCancelProps {
  readonly isSaving: boolean;
  readonly onCancel: () => void;
}

/** The end of a form that changes something. */
export function SaveOrCancel({ isSaving, onCancel }: SaveOrCancelProps) {
  return (
    <div className="line">
      <Button type="submit" className="button primary" isDisabled={isSaving}>
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
      <Button className="button" onPress={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
