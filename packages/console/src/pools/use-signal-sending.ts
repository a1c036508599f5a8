import type { PoolSignal } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { endOf, type Proposal } from './proposal.ts';
import { lastSignal, POOLS } from './use-pools.ts';

/** What was sent, and what the pool was asked for before; null for nothing. */
export interface Sent {
  readonly signal: PoolSignal;
  readonly before: PoolSignal | null;
}

/** Sends what was proposed and confirmed, one after the other. */
export function useSignalSending(poolId: string) {
  const { pools } = useClient();
  const queries = useQueryClient();
  return useMutation({
    scope: { id: `signal of ${poolId}` },
    mutationFn: async (proposal: Proposal): Promise<Sent> => {
      // Others may have asked since the page last looked.
      const last = await lastSignal(pools, poolId);
      const validUntil = new Date(endOf(proposal, Date.now())).toISOString();
      const sequence = (last?.sequence ?? 0) + 1;
      const signal = await pools.putSignal(poolId, { kW: proposal.kW, sequence, validUntil });
      // What is taken back does not come back by taking back once more.
      return { signal, before: proposal.takesBack === undefined ? last : null };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [POOLS, poolId] }),
  });
}
