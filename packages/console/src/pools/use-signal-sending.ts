import { type CallOptions, SetpointError } from '@setpoint/client';
import type { Actor, PoolSignal, PutSignalRequest } from '@setpoint/contract';
import { useState } from 'react';
import { useClient } from '../session/session.tsx';
import { type Try, useAct } from '../shell/use-act.ts';
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
  const isOwn = useIsOwnActor();
  const key = `setpoint-sent-${poolId}`;
  const [sent, setSent] = useState(() => storedSent(key));
  const send = (proposal: Proposal) => {
    const endsAt = endOf(proposal, Date.now());
    let numbered: Numbered | undefined;
    const sendOnce = async (options: CallOptions): Promise<Sent> => {
      numbered ??= await numberOf(pools, poolId, { proposal, endsAt, isOwn });
      const { request, ...known } = numbered;
      return { ...known, signal: await pools.putSignal(poolId, request, options) };
    };
    const sendAnew = (cause: unknown, options: CallOptions) => {
      if (!isOvertaken(cause)) throw cause;
      numbered = undefined;
      return sendOnce(options).catch((again: unknown) => {
        throw isOvertaken(again) ? new Error(OVERTAKEN, { cause: again }) : again;
      });
    };
    return async ({ options }: Try) => {
      const now = await sendOnce(options).catch((cause: unknown) => sendAnew(cause, options));
      sessionStorage.setItem(key, JSON.stringify(now));
      setSent(now);
      return now;
    };
  };
  const act = useAct(send, { reads: [[POOLS, poolId]], isRepeated: true, queue: `signal of ${poolId}` });
  return { act, sent };
}

const OVERTAKEN = 'Somebody else asked this pool at the same moment. Nothing was sent; send again?';
const MOVED_ON = 'Another signal runs by now. Nothing was sent.';

/** A signal with its number: as long as that stays, it asks once, however often it is sent. */
interface Numbered extends Omit<Sent, 'signal'> {
  readonly request: PutSignalRequest;
}

interface Sending {
  readonly proposal: Proposal;
  readonly endsAt: number;
  readonly isOwn: (actor: Actor) => boolean;
}

/** Others may have asked since the page last looked. */
async function numberOf(pools: Pools, poolId: string, { proposal, endsAt, isOwn }: Sending): Promise<Numbered> {
  const [before, { seat }] = await Promise.all([lastSignal(pools, poolId), pools.read(poolId)]);
  const { kW, replaces } = proposal;
  // Only the signal that was shown may be ended by this.
  if (replaces !== undefined && before?.orderSequence !== replaces.signal.orderSequence) throw new Error(MOVED_ON);
  const sequence = nextSequence({ seat, last: before }, isOwn);
  const request = { kW, sequence, validUntil: new Date(endsAt).toISOString() };
  // What is taken back does not come back by taking back once more.
  if (replaces === undefined) return { request, before };
  return { request, before: null, ...(replaces.how === 'take_back' ? { tookBack: replaces.signal.sequence } : {}) };
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
