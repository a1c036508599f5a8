import { useState } from 'react';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { HoldRow } from './hold-row.tsx';
import { ReleasedHolds } from './released-holds.tsx';
import { useHoldChange } from './use-hold-change.ts';
import { useOpenHolds } from './use-open-holds.ts';
import './holds.css';

/** The open holds, and the emergency stop. */
export function Holds() {
  const { can } = useSession();
  const { data, error } = useOpenHolds();
  return (
    <section className="panel" aria-labelledby="holds-title">
      <h2 id="holds-title">Holds and the emergency stop</h2>
      <p className="muted">
        A hold stops setpoints, targets, activations and bookings without deleting them. Limits and curtailment stay in
        force. To hold a single site, use its own view.
      </p>
      {can('fleet:admin') && <EmergencyStop />}
      {error !== null && <Failure what="The holds could not be read" cause={error} />}
      {data?.length === 0 && <Empty title="Nothing is held" />}
      <ul className="holds">
        {data?.map((hold) => (
          <HoldRow key={hold.holdId} hold={hold} />
        ))}
      </ul>
      <ReleasedHolds />
    </section>
  );
}

function EmergencyStop() {
  const { client } = useSession();
  const [reason, setReason] = useState('');
  const stop = useHoldChange(() => client.holds.make({ allSites: true, ...reasonIn(reason) }));
  return (
    <div className="inline-form stop sunken">
      <HoldReason reason={reason} onReason={setReason} />
      <ConfirmButton
        label="Hold all sites"
        title="Hold every site"
        typed="hold"
        isUrgent
        onConfirm={() => stop.mutate()}
      >
        <p>
          The emergency stop: every site returns to its own operation, within its limits, until the hold is released.
          Sites that cannot be reached are listed as not stopped.
        </p>
      </ConfirmButton>
      {stop.isError && <Failure what="Nothing was held" cause={stop.error} />}
    </div>
  );
}
