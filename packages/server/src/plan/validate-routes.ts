import { type InvalidSchedules, namesOfPair, type PairName, type ScheduleProblem } from '@setpoint/contract';
import {
  applyBatch,
  applyChanges,
  instantText,
  orderedTexts,
  pairOfText,
  type ParsedBatch,
  type Problem,
} from '@setpoint/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import { type PlanWanted, readPlanWanted, validatedPlanTexts } from './validated-plan-texts.ts';
import { type CsvQuery, readCsvQuery } from '../schedules/read-csv-batch.ts';
import { windowOf } from '../schedules/window-of.ts';
import { readWrittenBatch } from '../schedules/read-written-batch.ts';
import { versionDiffers } from '../schedules/read-batch.ts';
import { noSuch } from '../http/send/no-such.ts';
import { isCsv, LARGE_BODY_BYTES, readJsonOrCsv } from '../http/read/read-body.ts';
import { readConditions } from '../http/read/read-conditions.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { chunksOf, sendStream } from '../http/send/send-stream.ts';

export interface ValidateRoutes extends StoreAndClock {
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
}

/** What would become of a batch, with nothing written. */
export function validateRoutes(serve: Serve, { store, now, maxEntries, maxBodyBytes }: ValidateRoutes): void {
  serve.raw('validateSchedules', async ({ request, reply, site: { siteId }, turn }) => {
    const { planWanted, query } = askedOf(request);
    const bytes = await readJsonOrCsv(request, maxBodyBytes);
    // The turn that a request began in is over by the time that a large body has come.
    if (bytes.length > LARGE_BODY_BYTES) await turn();
    const { ifVersion } = readConditions(request.headers);
    const body = await readWrittenBatch({ store, siteId, maxEntries }, { bytes, query, kind: 'validated' });
    if (body.kind === 'misshapen') {
      await turn();
      return answerInvalid(reply, body.explain());
    }
    const site = await store.read(readSite, { siteId });
    if (site === undefined) throw noSuch('site');
    if (ifVersion !== undefined && ifVersion !== site.version) throw versionDiffers(site.version);
    await turn();
    const texts = textsOf(site);
    const outcome = applyBatch({ pairs: new Set(texts.keys()), texts, now: now() }, body.batch);
    if (outcome.kind === 'rejected') return answerInvalid(reply, body.told(outcome.problems));
    const after = orderedTexts(applyChanges(texts, outcome.changes));
    const dropped = outcome.dropped === undefined ? '' : `,"dropped":${outcome.dropped}`;
    const lead = `{"outcome":"valid","isValid":true,"accepted":${outcome.accepted},"version":${site.version}${dropped}${windowText(body.batch)},"schedules":[${after.join(',')}]`;
    if (planWanted.kind === 'none') return reply.header('Content-Type', 'application/json').send(`${lead}}`);
    const pairs = new Set(outcome.changes.map(({ pair }) => pair));
    const { splice } = body.batch;
    const extent = splice === undefined ? { pairs } : { pairs, window: splice.window };
    const plans = validatedPlanTexts({ site, after, extent, planWanted });
    return sendStream(request, reply, { chunks: chunksOf([lead, ...plans, '}']) });
  });
}

function windowText(batch: ParsedBatch): string {
  const window = windowOf(batch);
  return window === undefined ? '' : `,"window":${JSON.stringify(window)}`;
}

// Of CSV, the window in the query is that of the splice.
function askedOf(request: FastifyRequest): { readonly planWanted: PlanWanted; readonly query: CsvQuery | undefined } {
  if (!isCsv(request)) return { planWanted: readPlanWanted(request), query: undefined };
  const { plan, ...query } = readCsvQuery(request, ['plan']);
  return { planWanted: readPlanWanted({ query: plan === undefined ? {} : { plan } }), query };
}

function textsOf(site: StoredSite): Map<PairName, string> {
  return new Map(site.commands.map((text) => [pairOfText(text), text]));
}

function answerInvalid(reply: FastifyReply, problems: readonly Problem[]): FastifyReply {
  const written = problems.map(writtenProblem);
  const answer: InvalidSchedules = { outcome: 'invalid', isValid: false, problems: written };
  return reply.header('Content-Type', 'application/json').send(JSON.stringify(answer));
}

function writtenProblem({ rule, place, line, text, pair, clashesWith, uncovered }: Problem): ScheduleProblem {
  return {
    rule,
    place,
    ...(line === undefined ? {} : { line }),
    message: text,
    ...(pair === undefined ? {} : namesOfPair(pair)),
    ...(clashesWith === undefined ? {} : { clashesWith }),
    ...(uncovered === undefined
      ? {}
      : {
          uncovered: {
            direction: uncovered.direction,
            from: instantText(uncovered.startMs),
            to: instantText(uncovered.endMs),
            neededkW: uncovered.neededKw,
            bookedkW: uncovered.bookedKw,
          },
        }),
  };
}
