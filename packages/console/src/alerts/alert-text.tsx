import { Input, Label, TextField } from 'react-aria-components';

export interface AlertTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly example: string;
  readonly longest: number;
  readonly isRequired?: boolean;
}

/** A line of text of an alert. */
export function AlertText({ label, value, onChange, example, longest, isRequired = true }: AlertTextProps) {
  return (
    <TextField className="field" value={value} onChange={onChange} isRequired={isRequired} maxLength={longest}>
      <Label>{label}</Label>
      <Input placeholder={example} autoComplete="off" />
    </TextField>
  );
}
