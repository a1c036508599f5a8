import { isDeepStrictEqual } from 'node:util';
import { type Expected, runSplices } from '@setpoint/server/testing/run-splices';
import type { Report } from './write-report.ts';
import { serve } from '../support/service/serve-tests.ts';

export interface SpliceProof {
  readonly sites: number;
  readonly writers: number;
  readonly batchesOfWriter: number;
}

interface SiteSchedules {
  readonly schedules: readonly {
    asset: string;
    type: string;
    entries: { startAt: string; endAt: string; value: number }[];
  }[];
}

/** Splices of several writers on each of some sites at once, over HTTP; says how many there were, and what is not as expected. */
export async function followSplices({ sites, writers, batchesOfWriter }: SpliceProof) {
  await using serving = await serve();
  const { operator } = serving;
  const faults: string[] = [];
  for (let seed = 1; seed <= sites; seed += 1) {
    const siteId = await operator.addSite(`site ${seed}`);
    const expected = await runSplices({
      seed,
      now: Date.now(),
      writers,
      batchesOfWriter,
      async send(request) {
        const isSplice = request.from !== undefined;
        const path = `/api/v1/${isSplice ? 'fleet' : 'public'}/sites/${siteId}/schedules`;
        const answer = await operator.ask(path, { method: isSplice ? 'PATCH' : 'POST', body: request });
        if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        const { dropped } = answer.body as { dropped?: number };
        return { version: Number(answer.headers.get('Schedule-Version')), dropped };
      },
    });
    const read = (await operator.getSite(siteId)).body as SiteSchedules;
    if (!isDeepStrictEqual(read.schedules.toSorted(byPair), schedulesOf(expected)))
      faults.push(`site ${seed}: set is ${JSON.stringify(read.schedules)}, expected ${JSON.stringify([...expected])}`);
  }
  return { batches: sites * writers * batchesOfWriter, faults };
}

function schedulesOf(expected: Expected): SiteSchedules['schedules'] {
  return [...expected]
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => {
      const [asset = '', type = ''] = name.split('/');
      return { asset, type, entries: entries.map(({ startAt, endAt, value }) => ({ startAt, endAt, value })) };
    })
    .toSorted(byPair);
}

type Named = SiteSchedules['schedules'][number];

function byPair(one: Named, other: Named): number {
  return `${one.asset}/${one.type}` < `${other.asset}/${other.type}` ? -1 : 1;
}

export async function proveSplice(): Promise<Report> {
  const writers = 10;
  const { batches, faults } = await followSplices({ sites: 50, writers, batchesOfWriter: 200 });
  const fact = `${batches} random batches of ${writers} writers at once on each of 50 sites, nine in ten of them for a window: what is set afterwards is what a model has that puts them in slot by slot, in the order of their versions. No version is missing.`;
  return { facts: [fact], faults };
}
