import { LIMITS, type RegisteredSite } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { useRegistryChange } from './use-registry.ts';

export interface ChangeSiteProps {
  readonly site: RegisteredSite;
  readonly onDone: () => void;
}

/** Changes the name, the time zone and the notes of a site. */
export function ChangeSite({ site, onDone }: ChangeSiteProps) {
  const [siteName, setName] = useState(site.siteName);
  const [timeZone, setTimeZone] = useState(site.timeZone);
  const [notes, setNotes] = useState(site.notes);
  const change = useRegistryChange((registry) => registry.changeSite(site.siteId, { siteName, timeZone, notes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Change the site">
      <TextField className="field" value={siteName} onChange={setName} isRequired maxLength={LIMITS.maxNameLength}>
        <Label>Name</Label>
        <Input />
      </TextField>
      <TextField className="field" value={timeZone} onChange={setTimeZone} isRequired>
        <Label>Time zone, such as Europe/Berlin</Label>
        <Input />
      </TextField>
      <TextField className="field field-wide" value={notes} onChange={setNotes} maxLength={LIMITS.maxNotesLength}>
        <Label>Notes, shown on the page of the site to operators and auditors</Label>
        <TextArea rows={3} />
      </TextField>
      <SaveOrCancel isSaving={change.isPending} onCancel={onDone} />
      <Outcome of={[change]} done="the site was changed" />
    </form>
  );
}
