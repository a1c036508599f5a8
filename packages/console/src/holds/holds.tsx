import { useState } from 'react';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { HoldOneSite } from './hold-one-site.tsx';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { HoldRow } from './hold-row.tsx';
import { ReleasedHolds } from './released-holds.tsx';
import { HOLD_AGAIN, useMakeHold } from './use-hold-change.ts';
import { useOpenHolds } from './use-open-holds.ts';

/** The open holds, and the emergency stop. */
export function Holds() {
  const { can } = useSession();
  const { data, error } = useOpenHolds();
  return (
    <section className="panel" aria-labelledby="holds-title">
      <h2 id="holds-title">Holds and the emergency stop</h2>
      <p className="muted">
        A hold stops setpoints, targets, activations and bookings without deleting them. Limits and curtailment stay in
        force. A pool is held on its own page.
      </p>
      {can('schedules:write') && <EmergencyStop isOperator={can('fleet:admin')} />}
      {can('schedules:write') && <HoldOneSite />}
      {error !== null && <Failure what="The holds could not be read" cause={error} />}
      {data?.length === 0 && <Empty title="Nothing is held" />}
      <ul className="stack">
        {data?.map((hold) => (
          <HoldRow key={hold.holdId} hold={hold} />
        ))}
      </ul>
      <ReleasedHolds />
    </section>
  );
}

/** An operator holds every site; whoever else may set schedules, all that they set. */
function EmergencyStop({ isOperator }: { readonly isOperator: boolean }) {
  const { clientId } = useSession();
  const [reason, setReason] = useState('');
  const covered = isOperator ? ({ allSites: true } as const) : { clientId };
  const stop = useMakeHold();
  return (
    <div className="inline-form stop sunken">
      <HoldReason reason={reason} onReason={setReason} />
      <ConfirmButton
        label={isOperator ? 'Hold all sites' : 'Hold all that I set'}
        title={isOperator ? 'Hold every site' : 'Hold everything that you set'}
        typed="hold"
        isUrgent
        isPending={stop.isPending}
        onConfirm={() => stop.mutate({ ...covered, ...reasonIn(reason) }, { onSuccess: () => setReason('') })}
      >
        <p>
          {isOperator
            ? 'The emergency stop: every site returns to its own operation, within its limits, until the hold is released. '
            : 'Every command that you were the last to set is stopped, on every site, until the hold is released. '}
          Sites that cannot be reached are listed as not stopped.
        </p>
      </ConfirmButton>
      <Outcome of={[stop]} done="the hold was made" advice={HOLD_AGAIN} />
    </div>
  );
}
