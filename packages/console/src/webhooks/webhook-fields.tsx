import { EVENT_TYPES, type EventType } from '@setpoint/contract';
import { Checkbox, CheckboxGroup, Input, Label, TextField } from 'react-aria-components';

/** A webhook as it is edited. */
export interface WebhookDraft {
  readonly url: string;
  readonly types: readonly EventType[];
}

export interface WebhookFieldsProps {
  readonly label: string;
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

/** The address, and the events that are sent to it. */
export function WebhookFields({ label, draft, onChange }: WebhookFieldsProps) {
  const { url, types } = draft;
  const choose = (chosen: readonly string[]) =>
    onChange({ ...draft, types: EVENT_TYPES.filter((type) => chosen.includes(type)) });
  return (
    <>
      <TextField
        className="field field-wide"
        value={url}
        onChange={(next) => onChange({ ...draft, url: next })}
        isRequired
        maxLength={2_048}
        type="url"
      >
        <Label>{label}</Label>
        <Input placeholder="https://example.com/setpoint" />
      </TextField>
      <CheckboxGroup className="field checks" value={[...types]} onChange={choose} isRequired>
        <Label>Events</Label>
        <div className="line">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} className="check">
              <span className="check-box" aria-hidden="true" />
              <code>{type}</code>
            </Checkbox>
          ))}
        </div>
      </CheckboxGroup>
    </>
  );
}

/** All types are sent as null, which includes types of later versions. */
export function typesOf({ types }: WebhookDraft): EventType[] | null {
  return types.length === EVENT_TYPES.length ? null : [...types];
}
