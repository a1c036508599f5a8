import type { InvalidSchedules, PairName, SiteId } from '@setpoint/contract';
import { applyBatch, applyChanges, orderedTexts, pairOfText, type ParsedBatch, type Problem } from '@setpoint/core';
import type { Answer } from '../computing/answer.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { CsvQuery } from '../schedules/read-csv-batch.ts';
import { readWrittenBatch } from '../schedules/read-written-batch.ts';
import { versionDiffers } from '../schedules/read-batch.ts';
import { windowOf } from '../schedules/window-of.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import { writtenProblem } from '../wire/written-problem.ts';
import { type PlanWanted, validatedPlanTexts } from './validated-plan-texts.ts';

export interface ValidateInput {
  readonly siteId: SiteId;
  readonly bytes: Uint8Array;
  /** Of a body in CSV. */
  readonly query: CsvQuery | undefined;
  readonly ifVersion: number | undefined;
  readonly planWanted: PlanWanted;
  readonly now: number;
}

/** What would become of a batch, with nothing written. */
export const validateAnswer: Answer<ValidateInput> = {
  name: 'validate',
  async *make({ store, turn }, { siteId, bytes, query, ifVersion, planWanted, now }) {
    const written = {
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      query,
      kind: 'validated',
    } as const;
    const body = await readWrittenBatch({ store, siteId }, written);
    if (body.kind === 'misshapen') {
      await turn();
      return yield [invalidText(body.explain())];
    }
    const site = await store.read(readSite, { siteId });
    if (site === undefined) throw noSuch('site');
    if (ifVersion !== undefined && ifVersion !== site.version) throw versionDiffers(site.version);
    await turn();
    const texts = textsOf(site);
    const outcome = applyBatch({ pairs: new Set(texts.keys()), texts, now }, body.batch);
    if (outcome.kind === 'rejected') return yield [invalidText(body.told(outcome.problems))];
    const after = orderedTexts(applyChanges(texts, outcome.changes));
    const dropped = outcome.dropped === undefined ? '' : `,"dropped":${outcome.dropped}`;
    const lead = `{"outcome":"valid","isValid":true,"accepted":${outcome.accepted},"version":${site.version}${dropped}${windowText(body.batch)},"schedules":[${after.join(',')}]`;
    yield [lead];
    if (planWanted.kind !== 'none') {
      const pairs = new Set(outcome.changes.map(({ pair }) => pair));
      const { splice } = body.batch;
      const extent = splice === undefined ? { pairs } : { pairs, window: splice.window };
      yield validatedPlanTexts({ site, after, extent, planWanted });
    }
    yield ['}'];
  },
};

function windowText(batch: ParsedBatch): string {
  const window = windowOf(batch);
  return window === undefined ? '' : `,"window":${JSON.stringify(window)}`;
}

function textsOf(site: StoredSite): Map<PairName, string> {
  return new Map(site.commands.map((text) => [pairOfText(text), text]));
}

function invalidText(problems: readonly Problem[]): string {
  const answer: InvalidSchedules = { outcome: 'invalid', isValid: false, problems: problems.map(writtenProblem) };
  return JSON.stringify(answer);
}
