import { useId } from 'react';
import { useAllPools } from './use-pools.ts';

export interface PoolChoiceProps {
  /** Empty for all sites. */
  readonly poolId: string;
  readonly onPool: (poolId: string) => void;
  /** Whether the label is seen, as in a form, or only heard. */
  readonly isLabelled?: boolean;
}

/** Chooses a pool, for its members; nothing where the client sees none. */
export function PoolChoice({ poolId, onPool, isLabelled = false }: PoolChoiceProps) {
  const id = useId();
  const { data: pools = [] } = useAllPools();
  if (pools.length === 0) return null;
  const choice = (
    <select
      id={id}
      className="cell-input"
      aria-label={isLabelled ? undefined : 'Pool'}
      value={poolId}
      onChange={({ currentTarget: { value } }) => onPool(value)}
    >
      <option value="">All pools</option>
      {pools.map((pool) => (
        <option key={pool.poolId} value={pool.poolId}>
          <bdi>{pool.poolName}</bdi>
        </option>
      ))}
    </select>
  );
  if (!isLabelled) return choice;
  return (
    <div className="field">
      <label htmlFor={id}>Pool</label>
      {choice}
    </div>
  );
}
