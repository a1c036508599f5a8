import { useAllPools } from './use-pools.ts';

export interface PoolFilterProps {
  /** Empty for all sites. */
  readonly poolId: string;
  readonly onPool: (poolId: string) => void;
}

/** Chooses a pool whose members are shown; nothing where the client sees none. */
export function PoolFilter({ poolId, onPool }: PoolFilterProps) {
  const { data: pools = [] } = useAllPools();
  if (pools.length === 0) return null;
  return (
    <select
      className="cell-input"
      aria-label="Pool"
      value={poolId}
      onChange={({ currentTarget: { value } }) => onPool(value)}
    >
      <option value="">All pools</option>
      {pools.map((pool) => (
        <option key={pool.poolId} value={pool.poolId}>
          {pool.poolName}
        </option>
      ))}
    </select>
  );
}
