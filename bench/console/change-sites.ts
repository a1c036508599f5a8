import { setTimeout as after } from 'node:timers/promises';
import { batchText } from '../run/batch-text.ts';
import { schedulesPath } from '../run/seeded-store.ts';
import type { Setpoint } from '../run/start-setpoint.ts';

export interface Changing extends AsyncDisposable {
  /** Changes that were acknowledged. */
  count(): number;
}

export interface ChangePlan {
  readonly siteIds: readonly string[];
  readonly perSecond: number;
}

const TURN_MS = 10;
const HOUR_MS = 3_600_000;
const VALUES = 1_000;

/** Sets something else on one site after the other, at a steady pace, until it is disposed of. */
export function changeSites(setpoint: Setpoint, { siteIds, perSecond }: ChangePlan): Changing {
  const ending = new AbortController();
  const pending = new Set<Promise<void>>();
  let [sent, done] = [0, 0];
  let [due, lookedAt] = [0, performance.now()];
  const running = (async () => {
    while (!ending.signal.aborted) {
      const now = performance.now();
      // After the machine stood still, what was missed is left out but for a second's worth: it would come as a blow.
      due = Math.min(due + ((now - lookedAt) * perSecond) / 1_000, sent + perSecond);
      lookedAt = now;
      for (; sent < due; sent += 1) {
        const change: Promise<void> = post(sent).finally(() => pending.delete(change));
        pending.add(change);
      }
      await after(TURN_MS);
    }
    await Promise.all(pending);
  })();
  return {
    count: () => done,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await running;
    },
  };

  async function post(number: number): Promise<void> {
    const siteId = siteIds[number % siteIds.length] ?? '';
    const headers = { authorization: `Bearer ${setpoint.token}`, 'content-type': 'application/json' };
    const body = batchText([{ asset: 'grid', type: 'activePowerkW', entries: [entryNow(number % VALUES)] }]);
    const response = await fetch(new URL(schedulesPath(siteId), setpoint.url), { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`a change was answered with ${response.status}`);
    await response.arrayBuffer();
    done += 1;
  }
}

function entryNow(value: number) {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return { startAt: new Date(hour).toISOString(), endAt: new Date(hour + 2 * HOUR_MS).toISOString(), value };
}
