import { Input, Label, TextField } from 'react-aria-components';

const MOST_CHARACTERS = 1_000;

export interface HoldReasonProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

export function HoldReason({ reason, onReason }: HoldReasonProps) {
  return (
    <TextField className="field" value={reason} onChange={onReason} maxLength={MOST_CHARACTERS}>
      <Label>Reason (everybody who sees the hold can read it)</Label>
      <Input />
    </TextField>
  );
}

/** The reason as a part of the request; nothing if it is blank. */
export function reasonIn(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason };
}
