import { Input, Label, TextField } from 'react-aria-components';

const MOST_CHARACTERS = 1_000;

export interface HoldReasonProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

export function HoldReason({ reason, onReason }: HoldReasonProps) {
  return (
    <TextField className="field" value={reason} onChange={onReason} maxLength={MOST_CHARACTERS}>
      <Label>Why (for whoever comes after you)</Label>
      <Input />
    </TextField>
  );
}

/** The part of a request that says why, where somebody did. */
export function reasonIn(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason };
}
