import type { Pool } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { ReadAge } from '../shell/read-age.tsx';
import { useNow } from '../shell/use-now.ts';
import { gridPowerText } from '../words/power-text.ts';
import { askedOf } from './in-force.ts';
import { missingText } from './missing-text.ts';
import { askedText } from './pool-figures.tsx';
import { serviceText } from './service-text.ts';
import { splitText } from './split-text.ts';
import { useAllPools, useSignal } from './use-pools.ts';
import { useTitle } from '../shell/use-title.ts';
import './pools.css';

const AT_FIRST = 25;
const SIGNAL_MS = 4_000;
const COLUMNS = [
  'Pool',
  { label: 'Service', is: 'wide-only' },
  { label: 'Asked for', is: 'number' },
  { label: 'Ordered', is: 'number' },
  { label: 'Short by', is: 'number' },
  { label: 'Split', is: 'wide-only' },
] as const;

/** All pools, with what each is asked for now. */
export function PoolsPage() {
  useTitle('Pools');
  const { data, error } = useAllPools();
  return (
    <div className="stack">
      <h1>Pools</h1>
      <p className="muted">Sites that provide one service together, and share what the grid operator asks for.</p>
      {error !== null && <Failure what="The pools could not be read" cause={error} />}
      {data === undefined ? error === null && <Loading /> : <PoolTable pools={data} />}
    </div>
  );
}

function PoolTable({ pools }: { readonly pools: readonly Pool[] }) {
  const [shown, setShown] = useState(AT_FIRST);
  if (pools.length === 0) return <NoPools />;
  return (
    <section className="panel" aria-label="Pools">
      <PlainTable columns={COLUMNS}>
        {pools.slice(0, shown).map((pool) => (
          <Row key={pool.poolId} pool={pool} />
        ))}
      </PlainTable>
      {pools.length > shown && (
        <Button className="button" onPress={() => setShown(shown + AT_FIRST)}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Row({ pool: { poolId, poolName, service, split } }: { readonly pool: Pool }) {
  const { data, dataUpdatedAt: readAt } = useSignal(poolId, SIGNAL_MS);
  const asked = askedOf(data, readAt, useNow());
  const signal = asked.kind === 'in_force' || asked.kind === 'unheard' ? asked.signal : undefined;
  const missing = missingText(signal?.shortfallkW);
  return (
    <tr>
      <td>
        <Link href={`/pools/${poolId}`}>
          <bdi>{poolName}</bdi>
        </Link>
      </td>
      <td className="wide-only">{serviceText(service)}</td>
      <td className="number">
        {askedText(asked)}
        {data !== undefined && <ReadAge readAt={readAt} />}
      </td>
      <td className="number">{gridPowerText(signal?.orderedkW)}</td>
      <td className={missing === null ? 'number muted' : 'number is-bad'}>{missing ?? '–'}</td>
      <td className="wide-only">{splitText(split)}</td>
    </tr>
  );
}

function NoPools() {
  const { can } = useSession();
  return (
    <Empty title="You cannot see any pool yet">
      <p>
        {can('fleet:admin') ? 'Make one with ' : 'An operator grants access with '}
        <code>
          setpoint
          {can('fleet:admin') ? ' pool add NAME --service afrr' : ' grant CLIENT --pool NAME --can read'}
        </code>
      </p>
    </Empty>
  );
}
