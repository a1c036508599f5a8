import type { SiteId } from '@setpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJudging, recordFollowing } from '../../following/record-following.ts';
import { newSite } from '../../../testing/new-site.ts';
import { STORE_KINDS, storeOfTests } from '../../../testing/open-test-store.ts';
import { firingSubjects } from './firing-subjects.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HISTORY_MS = 6 * 60 * MINUTE_MS;

interface Judged {
  readonly asset: 'grid' | 'bess';
  readonly state: 'deviating' | 'followed' | 'unknown';
  readonly fromAt: number;
  readonly endAt: number;
}

describe.each(STORE_KINDS)('a site that deviates, on %s', async (kind) => {
  const opened = await storeOfTests(kind);

  /** Notes judgements as the service does: of each asset what was judged since the last time. */
  async function note(siteId: SiteId, judged: readonly Judged[], now: number): Promise<void> {
    const follows = (await opened.store.read(readJudging, { siteId })) ?? expect.unreachable('there is no site');
    const latest = [...Map.groupBy(judged, ({ asset }) => asset)].map(([asset, judgements]) => {
      const last = judgements.at(-1);
      return { asset, endAt: last?.endAt ?? 0, text: JSON.stringify({ asset, state: last?.state }), judgements };
    });
    const noted = { judgedTo: now, judgeAt: null, latest, events: [] };
    await opened.store.write(recordFollowing, { siteId, now, follows, ...noted });
  }

  async function sinceWhen(siteId: SiteId, minutes: number, now: number): Promise<number | undefined> {
    const rule = { condition: 'deviating', minutes, siteId, poolId: '' } as const;
    return (await opened.store.read(firingSubjects, { rule, now, offlineAfterMs: 90_000 }))[0]?.since;
  }

  it('is the one of a model, whatever is judged of it and when', async () => {
    const judgement = fc.record({
      asset: fc.constantFrom('grid' as const, 'bess' as const),
      state: fc.constantFrom('deviating' as const, 'deviating' as const, 'followed' as const, 'unknown' as const),
      gap: fc.constantFrom(0, 0, 0, 0, 1, 23, 24, 25),
      quarters: fc.constantFrom(1, 1, 2, 26),
      isNoted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(judgement, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const siteId = await newSite(opened.store, 0);
        const known: Judged[] = [];
        let [at, noted] = [0, 0];
        for (const [index, { asset, state, gap, quarters, isNoted }] of drawn.entries()) {
          const fromAt = at + gap * QUARTER_MS;
          at = fromAt + quarters * QUARTER_MS;
          known.push({ asset, state, fromAt, endAt: at });
          if (!isNoted && index < drawn.length - 1) continue;
          await note(siteId, known.slice(noted), at + MINUTE_MS);
          noted = known.length;
          const later = at + HISTORY_MS;
          for (const now of [at + MINUTE_MS, later - 1, later]) {
            for (const minutes of [0, 15, 16, 30, 60]) {
              expect([now, minutes, await sinceWhen(siteId, minutes, now)]).toEqual([
                now,
                minutes,
                modelSince(known, minutes, now),
              ]);
            }
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** Walks back from the last entry of each asset. */
function modelSince(judged: readonly Judged[], minutes: number, now: number): number | undefined {
  const sinces = ['grid', 'bess'].flatMap((asset) => {
    const known = judged.filter((one) => one.asset === asset && one.state !== 'unknown').toReversed();
    const followed = known.findIndex(({ state }) => state === 'followed');
    const run = followed < 0 ? known : known.slice(0, followed);
    const [last] = run;
    if (last === undefined || last.endAt <= now - HISTORY_MS) return [];
    const after = run.findIndex((one, index) => {
      const before = run[index + 1];
      return before === undefined || before.endAt <= one.fromAt - HISTORY_MS;
    });
    const since = run[after]?.fromAt ?? last.fromAt;
    return last.endAt - since >= minutes * MINUTE_MS ? [since] : [];
  });
  return sinces.length === 0 ? undefined : Math.min(...sinces);
}
