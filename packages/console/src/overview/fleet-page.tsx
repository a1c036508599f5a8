import './overview.css';
import { useMemberIds } from '../pools/use-pools.ts';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useNow } from '../shell/use-now.ts';
import { useFeed, useSites } from '../sites/fleet-feed.tsx';
import { sumFleet } from '../sites/sum-fleet.ts';
import { AttentionList } from './attention-list.tsx';
import { FleetBar } from './fleet-bar.tsx';
import { FleetTable } from './fleet-table.tsx';
import { FleetTotals } from './fleet-totals.tsx';
import { useTitle } from '../shell/use-title.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type FleetAddress, fleetParams, readFleetAddress } from './fleet-address.ts';
import type { SiteOverview } from '@setpoint/contract';
import type { FleetStore } from '../sites/fleet-store.ts';
import { type Arrangement, arrangeSites, type NameRanks, rankNames } from './arrange-sites.ts';

/** The order changes at most this often: rows that jump about cannot be read. */
const REORDER_MS = 2_000;

/** The ids of the sites to show, in order; the same array as long as nothing changes. */
function useArranged(
  store: FleetStore,
  arrangement: Arrangement,
  among: ReadonlySet<string> | undefined,
): readonly string[] {
  const [siteIds, setSiteIds] = useState<readonly string[]>([]);
  const latest = useRef(siteIds);
  const ranked = useRef<Ranked>({ names: new Map(), nameById: new Map() });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrange = () => {
      timer = undefined;
      const sites = store.sites();
      if (isOtherwiseNamed(sites, ranked.current)) ranked.current = rankedNow(sites);
      const context = { names: ranked.current.names, now: Date.now(), among };
      const next = arrangeSites(sites, arrangement, context).map(({ siteId }) => siteId);
      if (isSame(latest.current, next)) return;
      latest.current = next;
      setSiteIds(next);
    };
    arrange();
    const unsubscribe = store.subscribe(() => {
      timer ??= setTimeout(arrange, latest.current.length === 0 ? 0 : REORDER_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, arrangement, among]);
  return siteIds;
}

interface Ranked {
  readonly names: NameRanks;
  readonly nameById: ReadonlyMap<string, string>;
}

function isOtherwiseNamed(sites: readonly SiteOverview[], { nameById }: Ranked): boolean {
  return sites.length !== nameById.size || sites.some(({ siteId, siteName }) => nameById.get(siteId) !== siteName);
}

function rankedNow(sites: readonly SiteOverview[]): Ranked {
  return { names: rankNames(sites), nameById: new Map(sites.map(({ siteId, siteName }) => [siteId, siteName])) };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((siteId, index) => siteId === other[index]);
}

/** All sites: what they do, and which of them need attention. */
export function FleetPage() {
  useTitle('Fleet');
  const { store, failure, retry } = useFeed();
  const sites = useSites();
  const [address, change] = useFleetAddress();
  const siteIds = useArranged(store, address, useMemberIds(address.poolId));
  const now = useNow();
  // The keyboard of a phone leaves little room: what is found comes first.
  const isSearching = useIsNarrow() && address.search !== '';
  if (sites.length === 0) return <NoSites isComplete={store.isComplete()} failure={failure} onRetry={retry} />;

  const totals = sumFleet(sites, now);
  return (
    <div className="stack">
      <h1 className="visually-hidden">Fleet</h1>
      {failure !== undefined && <Failure what="The fleet could not be read" cause={failure} onRetry={retry} />}
      <FleetTotals totals={totals} readAt={store.askedAt() ?? now} />
      {!isSearching && <AttentionList sites={sites} now={now} />}
      <FleetBar totals={totals} shown={siteIds.length} address={address} onChange={change} />
      <FleetTable siteIds={siteIds} order={address} onOrder={change} />
    </div>
  );
}

interface NoSitesProps {
  readonly isComplete: boolean;
  readonly failure: unknown;
  readonly onRetry: () => void;
}

function NoSites({ isComplete, failure, onRetry }: NoSitesProps) {
  const { can } = useSession();
  if (failure !== undefined) return <Failure what="The fleet could not be read" cause={failure} onRetry={onRetry} />;
  if (!isComplete) return <Loading what="Reading the fleet" />;
  return (
    <Empty title="You cannot see any site yet">
      {can('fleet:admin') ? (
        <p>
          Add one in the <a href="/registry">registry</a>, or with <code>setpoint site add NAME</code>.
        </p>
      ) : (
        <p>
          An operator grants access: <code>setpoint grant CLIENT --all-sites --can read</code>
        </p>
      )}
    </Empty>
  );
}

/** What is shown, kept in the address: a link shows the same, and so does going back. */
function useFleetAddress(): [FleetAddress, (change: Partial<FleetAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readFleetAddress(params), [params]);
  const change = useCallback(
    (to: Partial<FleetAddress>) => {
      // Each letter would be a step back otherwise.
      setParams((was) => fleetParams({ ...readFleetAddress(was), ...to }), { replace: true });
    },
    [setParams],
  );
  return [address, change];
}
