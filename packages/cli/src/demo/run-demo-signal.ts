import { type SetpointClient, SetpointError } from '@setpoint/client';
import { CYCLE_MS, type DemoSignal, nextDemoSignal } from './next-demo-signal.ts';

// A visitor who took over the seat and went on to something else.
const LEFT_AFTER_MS = 60_000;
const LEFT = 'nobody asked for a minute';

export interface RunningSignal {
  stop(): Promise<void>;
}

/** Asks the pool for power each 4 s, as a grid operator would, except while a visitor asks for some. */
export function runDemoSignal(
  { pools }: SetpointClient,
  poolId: string,
  onTrouble: (text: string) => void,
): RunningSignal {
  let sent: DemoSignal | null = null;
  let asking: Promise<void> = Promise.resolve();
  let trouble = '';
  const ask = async () => {
    try {
      const [last, availability] = [await readLast(pools, poolId), await pools.availability(poolId)];
      const bookedKw = Math.min(availability.import.bookedkW, availability.export.bookedkW);
      const nowMs = Date.now();
      const next = nextDemoSignal({ sent, last, bookedKw, nowMs });
      if (next !== null) {
        if (last !== null && nowMs - Date.parse(last.validUntil) > LEFT_AFTER_MS) await pools.takeSeat(poolId, LEFT);
        // Known as its own even if the answer gets lost.
        sent = next;
        await pools.putSignal(poolId, next);
      }
      trouble = '';
    } catch (cause) {
      // A visitor was faster, or took all members away; the next one comes in 4 s.
      if (cause instanceof SetpointError && cause.status === 409) return;
      const text = cause instanceof Error ? cause.message : String(cause);
      if (text !== trouble) onTrouble(text);
      trouble = text;
    }
  };
  const timer = setInterval(() => {
    asking = asking.then(ask);
  }, CYCLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return asking;
    },
  };
}

async function readLast(pools: SetpointClient['pools'], poolId: string) {
  try {
    return await pools.readSignal(poolId);
  } catch (cause) {
    if (cause instanceof SetpointError && cause.status === 404) return null;
    throw cause;
  }
}
