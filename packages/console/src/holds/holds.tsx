import { useState } from 'react';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { HoldRow } from './hold-row.tsx';
import { ReleasedHolds } from './released-holds.tsx';
import { HOLD_AGAIN, useMakeHold } from './use-hold-change.ts';
import { useOpenHolds } from './use-open-holds.ts';
import { useSearchParams } from 'wouter';
import { NamedChoice } from '../shell/named-choice.tsx';
import { useSites } from '../sites/fleet-feed.tsx';
import { useVersionedSite } from '../sites/use-versioned-site.ts';
import { HoldSite } from './hold-site.tsx';

const NONE = { id: '', name: 'None' };

/** The smaller stop, where people look for the large one. */
function HoldOneSite() {
  const sites = useSites();
  const [query, setQuery] = useSearchParams();
  const siteId = query.get('site') ?? NONE.id;
  const [asked] = useState(siteId);
  const choose = (id: string) => setQuery(id === NONE.id ? {} : { site: id }, { replace: true });
  const named = sites
    .map((site) => ({ id: site.siteId, name: site.siteName }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className="inline-form sunken">
      <NamedChoice label="Or hold one site" options={[NONE, ...named]} chosen={siteId} onChosen={choose} />
      {siteId !== NONE.id && <Chosen siteId={siteId} isAsked={siteId === asked} />}
    </div>
  );
}

interface ChosenProps {
  readonly siteId: string;
  /** Whether the address named it. */
  readonly isAsked: boolean;
}

function Chosen({ siteId, isAsked }: ChosenProps) {
  const { data } = useVersionedSite(siteId);
  return data === undefined ? null : <HoldSite site={data.site} isNext={isAsked} />;
}

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
