import { useMemberIds } from '../pools/use-pools.ts';
import { useSession } from '../session/session.tsx';
import { commandName } from '../shell/command-name.ts';
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
import { useArranged } from './use-arranged.ts';
import { useFleetAddress } from './use-fleet-address.ts';
import { useTitle } from '../shell/use-title.ts';
import './overview.css';

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
          Add one in the <a href="/registry">registry</a>, or with <code>{commandName()} site add NAME</code>.
        </p>
      ) : (
        <p>
          An operator grants access: <code>{commandName()} grant CLIENT --all-sites --can read</code>
        </p>
      )}
    </Empty>
  );
}
