import { EVENT_TYPES, type EventType, WEBHOOK_FORMATS, type WebhookFormat } from '@setpoint/contract';
import { Checkbox, CheckboxGroup, Input, Label, TextField } from 'react-aria-components';
import { Choice } from '../shell/choice.tsx';
import { FORMAT_WORDS } from './format-words.ts';

/** A webhook as it is edited. */
export interface WebhookDraft {
  readonly url: string;
  readonly types: readonly EventType[];
  readonly format: WebhookFormat;
}

export interface WebhookFieldsProps {
  readonly label: string;
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

/** The address, the events that are sent to it, and in which format. */
export function WebhookFields({ label, draft, onChange }: WebhookFieldsProps) {
  const { url, types, format } = draft;
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
        <div className="check-row">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} className="check">
              <span className="check-box" aria-hidden="true" />
              <code>{type}</code>
            </Checkbox>
          ))}
        </div>
      </CheckboxGroup>
      <Choice
        label="Format"
        options={WEBHOOK_FORMATS.map((id) => ({ id, label: FORMAT_WORDS[id] }))}
        chosen={format}
        onChosen={(id) => onChange({ ...draft, format: WEBHOOK_FORMATS.find((one) => one === id) ?? format })}
      />
    </>
  );
}

/** All types are sent as null, which includes types of later versions. */
export function typesOf({ types }: WebhookDraft): EventType[] | null {
  return types.length === EVENT_TYPES.length ? null : [...types];
}
