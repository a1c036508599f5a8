import { setTimeout as wait } from 'node:timers/promises';
import { hearEvents } from '../hear-events.ts';
import { holdAllSites } from './hold-all-sites.ts';
import { Phase } from './phase.ts';
import { type Acknowledged, postToControllers } from './post-to-controllers.ts';
import { probeLivez } from './probe-livez.ts';
import { readSteadily } from './read-steadily.ts';
import type { World } from './world.ts';

/** What the good client is told, and what it answers. */
export type GoodOrder = { readonly kind: 'next' } | { readonly kind: 'end' };
export type GoodAnswer =
  | { readonly kind: 'figures'; readonly figures: Awaited<ReturnType<Phase['figures']>> }
  | { readonly kind: 'acknowledged'; readonly batches: readonly Acknowledged[]; readonly unheard: number };

const HEARD_WITHIN_MS = 10_000;

/** Does everything that a good client does, at a steady rate, until it is told to end. */
export function beGood(world: World, answer: (answer: GoodAnswer) => void): (order: GoodOrder) => Promise<void> {
  const over = new AbortController();
  const now = { phase: new Phase(), over: over.signal };
  const acknowledged: Acknowledged[] = [];
  const unheard = new Map<string, { readonly at: number; readonly phase: Phase }>();
  const early = new Set<string>();
  const hear = (batchId: string): void => {
    const told = unheard.get(batchId);
    if (told === undefined) early.add(batchId);
    else told.phase.note('eventMs', performance.now() - told.at);
    unheard.delete(batchId);
  };
  const take = (batch: Acknowledged): void => {
    acknowledged.push(batch);
    if (early.delete(batch.batchId)) now.phase.note('eventMs', 0);
    else unheard.set(batch.batchId, { at: batch.at, phase: now.phase });
  };
  const listening = hearEvents({
    url: `https://127.0.0.1:${world.httpsPort}`,
    token: world.traderToken,
    ca: world.cert,
    onBatch: ({ batchId }) => hear(batchId),
  });
  const working = Promise.all([
    readSteadily(world, now),
    postToControllers(world, now, take),
    holdAllSites(world, now),
    probeLivez(world, now),
  ]);
  return async ({ kind }) => {
    const { phase } = now;
    now.phase = new Phase();
    if (kind === 'next') return answer({ kind: 'figures', figures: await phase.figures() });
    over.abort();
    await working;
    const giveUpAt = performance.now() + HEARD_WITHIN_MS;
    while (unheard.size > 0 && performance.now() < giveUpAt) await wait(100);
    await (await listening).end();
    answer({ kind: 'acknowledged', batches: acknowledged, unheard: unheard.size });
  };
}
