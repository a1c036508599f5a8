import { useState } from 'react';
import { useMemberIds } from '../pools/use-pools.ts';
import { useSession } from '../session/session.tsx';
import { commandName } from '../shell/command-name.ts';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { useFeed, useSites } from '../sites/fleet-feed.tsx';
import { sumFleet } from '../sites/sum-fleet.ts';
import type { Arrangement, Filter } from './arrange-sites.ts';
import { AttentionList } from './attention-list.tsx';
import { FleetBar } from './fleet-bar.tsx';
import { FleetTable } from './fleet-table.tsx';
import { FleetTotals } from './fleet-totals.tsx';
import { useArranged } from './use-arranged.ts';
import './overview.css';

const FIRST: Arrangement = { search: '', filter: 'all', column: 'attention', isDescending: false };

/** All sites: what they do, and which of them need attention. */
export function FleetPage() {
  const { store, failure, retry } = useFeed();
  const sites = useSites();
  const [arrangement, setArrangement] = useState(FIRST);
  const [poolId, setPoolId] = useState('');
  const siteIds = useArranged(store, arrangement, useMemberIds(poolId));
  const now = useNow();
  if (sites.length === 0) return <NoSites isComplete={store.isComplete()} failure={failure} onRetry={retry} />;

  const totals = sumFleet(sites, now);
  return (
    <div className="fleet">
      <h1 className="visually-hidden">Fleet</h1>
      {failure !== undefined && <Failure what="The fleet could not be read" cause={failure} onRetry={retry} />}
      <FleetTotals totals={totals} readAt={store.askedAt() ?? now} />
      <AttentionList totals={totals} now={now} />
      <FleetBar
        totals={totals}
        shown={siteIds.length}
        search={arrangement.search}
        poolId={poolId}
        onPool={setPoolId}
        filter={arrangement.filter}
        onSearch={(search) => setArrangement((was) => ({ ...was, search }))}
        onFilter={(filter: Filter) => setArrangement((was) => ({ ...was, filter }))}
      />
      <FleetTable
        siteIds={siteIds}
        order={arrangement}
        onOrder={(order) => setArrangement((was) => ({ ...was, ...order }))}
      />
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
