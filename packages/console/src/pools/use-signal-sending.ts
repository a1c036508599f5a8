import type { PoolSignal } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { useState } from 'react';
import { endOf, type Proposal } from './proposal.ts';
import { useIsOwn } from './seat.tsx';
import { lastSignal, POOLS } from './use-pools.ts';

/** What was sent, and what the pool was asked for before; null for nothing. */
export interface Sent {
  readonly signal: PoolSignal;
  readonly before: PoolSignal | null;
}

/** Sends what was proposed and confirmed, one after the other; what was sent last is known after a reload. */
export function useSignalSending(poolId: string) {
  const { pools } = useClient();
  const queries = useQueryClient();
  const isOwn = useIsOwn();
  const key = `setpoint-sent-${poolId}`;
  const [sent, setSent] = useState(() => storedSent(key));
  const sending = useMutation({
    scope: { id: `signal of ${poolId}` },
    mutationFn: async (proposal: Proposal): Promise<Sent> => {
      // Others may have asked since the page last looked.
      const [before, { seat }] = await Promise.all([lastSignal(pools, poolId), pools.read(poolId)]);
      // Sequences begin anew with each sender.
      const sequence = ((isOwn(seat) ? seat?.lastSequence : null) ?? 0) + 1;
      const validUntil = new Date(endOf(proposal, Date.now())).toISOString();
      const signal = await pools.putSignal(poolId, { kW: proposal.kW, sequence, validUntil });
      // What is taken back does not come back by taking back once more.
      return { signal, before: proposal.takesBack === undefined ? before : null };
    },
    onSuccess: (now) => {
      sessionStorage.setItem(key, JSON.stringify(now));
      setSent(now);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [POOLS, poolId] }),
  });
  return { ...sending, sent };
}

function storedSent(key: string): Sent | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Sent);
}
