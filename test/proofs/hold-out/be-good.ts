import { setTimeout as wait } from 'node:timers/promises';
import { hearEvents } from '../hear-events.ts';
import { holdAllSites } from './hold-all-sites.ts';
import { type Figures, Phase } from './phase.ts';
import { type Acknowledged, postToControllers } from './post-to-controllers.ts';
import { probeLivez } from './probe-livez.ts';
import { readSteadily } from './read-steadily.ts';
import type { World } from './world.ts';

/** What the good client is told, and what it answers. */
export type GoodOrder = 'next' | 'end';
export interface GoodAnswers {
  readonly next: Figures;
  /** What was acknowledged to it, and of how much of that no event told. */
  readonly end: { readonly batches: readonly Acknowledged[]; readonly unheard: number };
}

const HEARD_WITHIN_MS = 10_000;

/** Does everything that a good client does, at a steady rate, until it is told to end. */
export function beGood(world: World): (order: GoodOrder) => Promise<GoodAnswers[GoodOrder]> {
  const over = new AbortController();
  const now = { phase: new Phase(), over: over.signal };
  const batches: Acknowledged[] = [];
  const heard = new Set<string>();
  const listening = hearEvents({
    url: `https://127.0.0.1:${world.httpsPort}`,
    token: world.traderToken,
    ca: world.cert,
    onBatch: ({ batchId }) => heard.add(batchId),
  });
  const working = Promise.all([
    readSteadily(world, now),
    postToControllers(world, now, (batch) => batches.push(batch)),
    holdAllSites(world, now),
    probeLivez(world, now),
  ]);
  const unheard = () => batches.filter(({ batchId }) => !heard.has(batchId)).length;
  return async (order) => {
    const { phase } = now;
    now.phase = new Phase();
    if (order === 'next') return await phase.figures();
    over.abort();
    await working;
    const giveUpAt = performance.now() + HEARD_WITHIN_MS;
    while (unheard() > 0 && performance.now() < giveUpAt) await wait(100);
    await (await listening).end();
    return { batches, unheard: unheard() };
  };
}
