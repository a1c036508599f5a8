import { SetpointError } from '@setpoint/client';
import type { Actor, PoolSignal } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { useState } from 'react';
import { nextSequence } from './next-sequence.ts';
import { endOf, type Proposal } from './proposal.ts';
import { useIsOwnActor } from './seat.tsx';
import { lastSignal, POOLS, type Pools } from './use-pools.ts';

/** What was sent, and what the pool was asked for before; null for nothing. */
export interface Sent {
  readonly signal: PoolSignal;
  readonly before: PoolSignal | null;
  /** The signal that this one took back, by its number. */
  readonly tookBack?: number;
}

/** Sends what was proposed and confirmed, one after the other; what was sent last is known after a reload. */
export function useSignalSending(poolId: string) {
  const { pools } = useClient();
  const queries = useQueryClient();
  const isOwn = useIsOwnActor();
  const key = `setpoint-sent-${poolId}`;
  const [sent, setSent] = useState(() => storedSent(key));
  const sending = useMutation({
    scope: { id: `signal of ${poolId}` },
    mutationFn: async (proposal: Proposal): Promise<Sent> => {
      try {
        return await sendOnce(pools, poolId, { proposal, isOwn });
      } catch (cause) {
        if (!isOvertaken(cause)) throw cause;
        return sendOnce(pools, poolId, { proposal, isOwn }).catch((again: unknown) => {
          throw isOvertaken(again) ? new Error(OVERTAKEN, { cause: again }) : again;
        });
      }
    },
    onSuccess: (now) => {
      sessionStorage.setItem(key, JSON.stringify(now));
      setSent(now);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [POOLS, poolId] }),
  });
  return { ...sending, sent };
}

const OVERTAKEN = 'Somebody else asked this pool at the same moment. Nothing was sent; send again?';
const MOVED_ON = 'Another signal runs by now. Nothing was sent.';

interface Sending {
  readonly proposal: Proposal;
  readonly isOwn: (actor: Actor) => boolean;
}

/** Others may have asked since the page last looked. */
async function sendOnce(pools: Pools, poolId: string, { proposal, isOwn }: Sending): Promise<Sent> {
  const [before, { seat }] = await Promise.all([lastSignal(pools, poolId), pools.read(poolId)]);
  const { kW, replaces } = proposal;
  // Only the signal that was shown may be ended by this.
  if (replaces !== undefined && before?.orderSequence !== replaces.signal.orderSequence) throw new Error(MOVED_ON);
  const sequence = nextSequence({ seat, last: before }, isOwn);
  const validUntil = new Date(endOf(proposal, Date.now())).toISOString();
  const signal = await pools.putSignal(poolId, { kW, sequence, validUntil });
  // What is taken back does not come back by taking back once more.
  if (replaces === undefined) return { signal, before };
  return { signal, before: null, ...(replaces.how === 'take_back' ? { tookBack: replaces.signal.sequence } : {}) };
}

/** Whether a sender with the same seat was faster: another one is refused for the seat. */
function isOvertaken(cause: unknown): boolean {
  return (
    cause instanceof SetpointError &&
    cause.status === 409 &&
    /that of the last signal$|came meanwhile/.test(cause.message)
  );
}

function storedSent(key: string): Sent | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Sent);
}
