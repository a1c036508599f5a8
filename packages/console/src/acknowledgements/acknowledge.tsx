import type { Problem } from '@setpoint/contract';
import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { Choice } from '../shell/choice.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useAcknowledge } from './use-acknowledged.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  { id: '1', label: '1 hour' },
  { id: '4', label: '4 hours' },
  { id: '8', label: '8 hours' },
  { id: '24', label: '1 day' },
  { id: '168', label: '1 week' },
] as const;
const AT_FIRST = '8';
const MOST_CHARACTERS = 1_000;

export interface AcknowledgeProps {
  readonly sites: readonly { readonly siteId: string }[];
  readonly problem: Problem;
  /** What is acknowledged, in words. */
  readonly title: string;
}

/** Says to everybody that somebody takes care of a problem. */
export function Acknowledge({ sites, problem, title }: AcknowledgeProps) {
  const { can } = useSession();
  const [hours, setHours] = useState<string>(AT_FIRST);
  const [note, setNote] = useState('');
  const acknowledge = useAcknowledge();
  if (!can('schedules:write')) return null;
  const confirm = () => {
    const until = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
    acknowledge.mutate({
      siteIds: sites.map(({ siteId }) => siteId),
      problem,
      until,
      ...(note.trim() === '' ? {} : { note }),
    });
  };
  const forget = () => {
    setHours(AT_FIRST);
    setNote('');
  };
  return (
    <>
      <ConfirmButton
        isSmall
        isHarmless
        label="Acknowledge"
        title={`Acknowledge: ${title}`}
        isDisabled={acknowledge.isPending}
        onConfirm={confirm}
        onClose={forget}
      >
        <p>
          Everybody sees that you take care of it. It is listed apart for this time, or until it begins anew. Commands
          are carried out and alerts are sent as before.
        </p>
        <Choice label="For" options={SPANS} chosen={hours} onChosen={setHours} />
        <TextField className="field" value={note} onChange={setNote} maxLength={MOST_CHARACTERS}>
          <Label>Note (optional, for everybody)</Label>
          <Input />
        </TextField>
      </ConfirmButton>
      <Outcome of={[acknowledge]} done="it was acknowledged" />
    </>
  );
}
