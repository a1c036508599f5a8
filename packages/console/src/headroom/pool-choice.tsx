import { useAllPools } from '../pools/use-pools.ts';

export interface PoolChoiceProps {
  /** Empty for all sites. */
  readonly poolId: string;
  readonly onPool: (poolId: string) => void;
}

/** The members of which pool; nothing where the client sees none. */
export function PoolChoice({ poolId, onPool }: PoolChoiceProps) {
  const { data: pools = [] } = useAllPools();
  if (pools.length === 0) return null;
  return (
    <div className="field">
      <label htmlFor="headroom-pool">Pool</label>
      <select
        id="headroom-pool"
        className="cell-input"
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
    </div>
  );
}
