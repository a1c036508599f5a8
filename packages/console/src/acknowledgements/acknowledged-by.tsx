import type { Acknowledgement } from '@setpoint/contract';
import { Button } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useNow } from '../shell/use-now.ts';
import { byText } from '../words/by-text.ts';
import { whenText, zoneText } from '../words/when-text.ts';
import { useAcknowledge } from './use-acknowledged.ts';

export interface AcknowledgedByProps {
  readonly acknowledgement: Acknowledgement;
  /** All sites whose problem was acknowledged together. */
  readonly siteIds: readonly string[];
  readonly timeZone: string;
}

/** Who takes care of a problem, until when and how; and a way to take that back. */
export function AcknowledgedBy({ acknowledgement, siteIds, timeZone }: AcknowledgedByProps) {
  const { clientId, can } = useSession();
  const now = useNow();
  const acknowledge = useAcknowledge();
  const { actor, until, note, problem } = acknowledgement;
  const end = Date.parse(until);
  const who = actor?.id === clientId && actor.onBehalfOf === undefined ? 'you' : byText(actor);
  return (
    <>
      <span className="muted">
        {`acknowledged by ${who} until ${whenText(end, { timeZone, now })} ${zoneText(end, timeZone)}`}
        {note !== null && (
          <>
            : <q>{note}</q>
          </>
        )}
      </span>
      {can('schedules:write') && (
        <Button
          className="button small"
          isDisabled={acknowledge.isPending}
          onPress={() => acknowledge.mutate({ siteIds: [...siteIds], problem, until: null })}
        >
          Take back
        </Button>
      )}
      <Outcome of={[acknowledge]} done="it was taken back" />
    </>
  );
}
