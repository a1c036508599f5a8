import { type InvalidSchedules, namesOfPair, type PairName, PATHS, type ScheduleProblem } from '@setpoint/contract';
import { applyBatch, applyChanges, instantText, orderedTexts, pairOfText, type Problem } from '@setpoint/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import { readPlanWanted, validatedPlanTexts } from './validated-plan-texts.ts';
import type { Access } from '../access/access.ts';
import type { Caller } from '../identity/caller.ts';
import { missingScope, noAccess } from '../access/refusals.ts';
import type { Store } from '../store/store.ts';
import { mayNameDay, readTimeZone } from '../schedules/read-time-zone.ts';
import { readBatch, versionDiffers } from '../schedules/read-batch.ts';
import { noSuch } from '../http/no-such.ts';
import { readBody } from '../http/read-body.ts';
import { readConditions } from '../http/read-conditions.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';

export interface ValidateRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
}

/** What would become of a batch, with nothing written. */
export function validateRoutes(app: FastifyInstance, options: ValidateRoutes): void {
  const { access, store, now, maxBodyBytes, maxEntries } = options;

  app.post(PATHS.fleetSiteValidate, async (request, reply) => {
    const caller = await access.callerInTurn(request, reply, 'schedules:write');
    const { siteId } = await schedulableSiteOrThrow(access, caller, request);
    const planWanted = readPlanWanted(request);
    const bytes = await readBody(request, maxBodyBytes);
    const { ifVersion } = readConditions(request.headers);
    const timeZone = mayNameDay(bytes) ? await store.read(readTimeZone, { siteId }) : undefined;
    const body = readBatch(bytes, { maxEntries, kind: 'validated', timeZone });
    if (body.kind === 'misshapen') {
      await access.turn(caller);
      return answerInvalid(reply, body.explain());
    }
    const site = await store.read(readSite, { siteId });
    if (site === undefined) throw noSuch('site');
    if (ifVersion !== undefined && ifVersion !== site.version) throw versionDiffers(site.version);
    const texts = textsOf(site);
    const outcome = applyBatch({ pairs: new Set(texts.keys()), texts, now: now() }, body.batch);
    if (outcome.kind === 'rejected') return answerInvalid(reply, outcome.problems);
    const after = orderedTexts(applyChanges(texts, outcome.changes));
    const dropped = outcome.dropped === undefined ? '' : `,"dropped":${outcome.dropped}`;
    const lead = `{"outcome":"valid","isValid":true,"accepted":${outcome.accepted},"version":${site.version}${dropped},"schedules":[${after.join(',')}]`;
    if (planWanted.kind === 'none') return reply.header('Content-Type', 'application/json').send(`${lead}}`);
    const pairs = new Set(outcome.changes.map(({ pair }) => pair));
    const { splice } = body.batch;
    const extent = splice === undefined ? { pairs } : { pairs, window: splice.window };
    const plans = validatedPlanTexts({ site, after, extent, planWanted });
    return sendStream(request, reply, { chunks: chunksOf([lead, ...plans, '}']) });
  });
}

// As a POST would ask, and as a reader, since the answer shows what is set.
async function schedulableSiteOrThrow(access: Access, caller: Caller, request: FastifyRequest) {
  const { site, canSchedule } = await access.site(caller, request);
  if (!caller.scopes.has('sites:read')) throw missingScope('sites:read', caller);
  if (!canSchedule) throw noAccess(caller);
  return site;
}

function textsOf(site: StoredSite): Map<PairName, string> {
  return new Map(site.commands.map((text) => [pairOfText(text), text]));
}

function answerInvalid(reply: FastifyReply, problems: readonly Problem[]): FastifyReply {
  const written = problems.map(writtenProblem);
  const answer: InvalidSchedules = { outcome: 'invalid', isValid: false, problems: written };
  return reply.header('Content-Type', 'application/json').send(JSON.stringify(answer));
}

function writtenProblem({ rule, place, text, pair, clashesWith, uncovered }: Problem): ScheduleProblem {
  return {
    rule,
    place,
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
