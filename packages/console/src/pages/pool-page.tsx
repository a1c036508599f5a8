import { SetpointError } from '@setpoint/client';
import { DEMONSTRATION, type PoolStatus } from '@setpoint/contract';
import { Button, Link } from 'react-aria-components';
import { StopPool } from '../holds/stop-pool.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { isStale } from '../shell/is-stale.ts';
import { useNow } from '../shell/use-now.ts';
import { countText } from '../words/count-text.ts';
import { AvailabilityBars } from '../pools/availability-bars.tsx';
import { type Asked, askedOf } from '../pools/in-force.ts';
import { MemberTable } from '../pools/member-table.tsx';
import { PoolChart } from '../pools/pool-chart.tsx';
import { PoolFigures } from '../pools/pool-figures.tsx';
import { serviceText } from '../pools/service-text.ts';
import { splitText } from '../pools/split-text.ts';
import { ASK_HEADING, SendSignal } from '../pools/send-signal.tsx';
import { Shortfall } from '../pools/shortfall.tsx';
import { useSiteSwitch } from '../pools/use-site-switch.ts';
import { type PoolLive, usePoolLive } from '../pools/use-pool-live.ts';
import { usePoolZone } from '../pools/use-pool-zone.ts';
import { SEAT_MS, usePools } from '../pools/use-pools.ts';
import { useTrace } from '../pools/use-trace.ts';
import { useTitle } from '../shell/use-title.ts';
import '../pools/pools.css';

/** One pool, live: what it is asked for, what it does, and who falls short. */
export function PoolPage({ poolId }: { readonly poolId: string }) {
  const { data, error, refetch } = usePools([poolId], (pools) => pools.read(poolId), { everyMs: SEAT_MS });
  useTitle(data?.poolName, 'Pools');
  if (data !== undefined) return <Live pool={data} />;
  if (error === null) return <Loading what="Reading the pool" />;
  const isHidden = error instanceof SetpointError && error.status === 404;
  if (!isHidden) return <Failure what="The pool could not be read" cause={error} onRetry={() => void refetch()} />;
  return (
    <section className="notice">
      <h1>No such pool</h1>
      <p>
        It does not exist, or you have no grant for it. <Link href="/pools">All pools</Link>
      </p>
    </section>
  );
}

function Live({ pool }: { readonly pool: PoolStatus }) {
  const { poolName, service, split, memberCount } = pool;
  const live = usePoolLive(pool);
  const now = useNow();
  const asked = askedOf(live.signal, live.readAt, now);
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/pools">Pools</Link>
      </p>
      <h1>
        <bdi>{poolName}</bdi>
      </h1>
      <p className="muted">{`${serviceText(service)}, ${splitText(split)}, ${countText(memberCount, 'member')}`}</p>
      {pool.canSignal && (
        <p className="narrow-only">
          <Button className="button small" onPress={() => document.getElementById(ASK_HEADING)?.focus()}>
            Ask for power
          </Button>
        </p>
      )}
      {live.failure !== null && <Failure what="The pool could not be read again" cause={live.failure} />}
      <PoolFigures asked={asked} {...live} />
      {asked.kind === 'in_force' && <Shortfall signal={asked.signal} />}
      <Traced pool={pool} asked={asked} live={live} />
      <AvailableAndAsked pool={pool} live={live} />
      <Members rows={live.rows} traces={live.traces} />
    </div>
  );
}

function Members({ rows, traces }: Pick<PoolLive, 'rows' | 'traces'>) {
  const cutOff = useSiteSwitch(DEMONSTRATION.cutOff);
  const lie = useSiteSwitch(DEMONSTRATION.lie);
  const switches = cutOff === undefined || lie === undefined ? undefined : { cutOff, lie };
  return (
    <section className="panel" aria-labelledby="pool-members">
      <h2 id="pool-members">Members</h2>
      <p className="muted">
        Members that take no part come first, then those furthest short. Supplied is what was measured, minus what the
        site would do without its order; it is known of sites that report and have a grid setpoint. The small lines are
        what the service said since this page was opened, for five minutes: ordered, and supplied as a broken line.
      </p>
      {switches !== undefined && (
        <p className="muted">
          This is the demonstration. You can cut a site off: it neither hears nor reports anything, and follows its last
          order until that ends. You can make it lie: it says that it follows, and does nothing.
        </p>
      )}
      {switches !== undefined && (
        <Outcome of={[switches.cutOff.turning, switches.lie.turning]} done="the site was switched" />
      )}
      <MemberTable rows={rows} traces={traces} switches={switches} />
    </section>
  );
}

interface TracedProps {
  readonly pool: PoolStatus;
  readonly asked: Asked;
  readonly live: PoolLive;
}

function Traced({ pool: { poolId, poolName }, asked, live }: TracedProps) {
  const timeZone = usePoolZone(poolId);
  const { signalKw, orderedKw } = drawnOf(asked);
  const trace = useTrace(poolId, [
    signalKw,
    orderedKw,
    isStale(live.ordersReadAt, useNow()) ? null : (live.orders?.suppliedkW ?? null),
  ]);
  return (
    <section className="panel" aria-labelledby="pool-chart">
      <h2 id="pool-chart">The last five minutes</h2>
      <PoolChart key={timeZone} timeZone={timeZone} trace={trace} label={`${poolName}, the last 5 minutes`} />
    </section>
  );
}

function AvailableAndAsked({ pool, live }: { readonly pool: PoolStatus; readonly live: PoolLive }) {
  const { availability, signal } = live;
  return (
    <div className="pool-pair">
      <section className="panel" aria-labelledby="pool-availability">
        <h2 id="pool-availability">Available now</h2>
        {availability === undefined ? <Loading /> : <AvailabilityBars availability={availability} />}
      </section>
      {pool.canSignal && signal !== undefined && (
        <SendSignal pool={pool} signal={signal} availability={availability}>
          <StopPool pool={pool} />
        </SendSignal>
      )}
    </div>
  );
}

/** Nothing once it is known that the signal has ended; null while it is not known. */
function drawnOf(asked: Asked) {
  if (asked.kind === 'unread' || asked.kind === 'unheard') return { signalKw: null, orderedKw: null };
  if (asked.kind !== 'in_force') return { signalKw: 0, orderedKw: 0 };
  const { kW, orderedkW, followedkW, missedkW } = asked.signal;
  return { signalKw: kW, orderedKw: orderedkW + followedkW - missedkW };
}
