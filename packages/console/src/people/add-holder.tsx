import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import type { Act } from '../shell/use-act.ts';

export interface AddHolderProps {
  readonly label: string;
  /** What is asked for, one field each. */
  readonly fields: readonly string[];
  readonly initial: readonly string[];
  readonly adding: Act;
  /** What was added, in words; empty before. */
  readonly done: string;
  readonly onAdd: (texts: readonly string[], onDone: () => void) => void;
}

/** Adds a person or a group; all of the fields must be filled. */
export function AddHolder({ label, fields, initial, adding, done, onAdd }: AddHolderProps) {
  const [typed, setTyped] = useState<readonly (string | undefined)[]>([]);
  const texts = fields.map((_, index) => typed[index] ?? initial[index] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(
      texts.map((text) => text.trim()),
      () => setTyped([]),
    );
  };
  return (
    <details>
      <summary>{label}</summary>
      <form className="inline-form sunken" aria-label={label} onSubmit={submit}>
        {fields.map((field, index) => (
          <TextField
            key={field}
            className="field"
            isRequired
            value={texts[index] ?? ''}
            onChange={(text) => setTyped(texts.with(index, text))}
          >
            <Label>{field}</Label>
            <Input />
          </TextField>
        ))}
        <Button type="submit" className="button primary">
          Add
        </Button>
        <p role="status">{done}</p>
        <Outcome of={[adding]} done="it was added" />
      </form>
    </details>
  );
}
