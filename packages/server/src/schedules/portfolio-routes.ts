import { instantText } from '@setpoint/core';
import {
  type BatchId,
  ERROR_STATUS,
  LIMITS,
  type PortfolioResponse,
  type PortfolioResult,
  type SiteId,
} from '@setpoint/contract';
import { hasAnyGrant } from '../access/grants/has-any-grant.ts';
import { listVisibleSites } from '../access/sites/list-visible-sites.ts';
import { noAccess } from '../access/refusals.ts';
import { noSuch } from '../http/send/no-such.ts';
import { readConditions } from '../http/read/read-conditions.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { readPortfolio, readPortfolioBody } from './read-portfolio-body.ts';
import { preparePortfolio } from './prepare-portfolio.ts';
import type { Store } from '../store/store.ts';
import { BadRequest } from '../wire/bad-request.ts';
import { writtenProblem } from '../wire/written-problem.ts';
import { readPortfolio as readPortfolioBatches } from './read-portfolio.ts';
import { isSet, refusalOf, refuseWhenBusy, type SetBatch } from './refusal-of.ts';
import type { ScheduleRoutes } from './schedule-routes.ts';
import { noteRefusedBatch } from '../http/send/note-refused-batch.ts';
import { setAll, setEach, type SiteOutcome } from './set-each.ts';
import { statement } from '../store/statement.ts';
import { fromStoredId, toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';

/** Setting the schedules of many sites at once. */
export function portfolioRoutes(serve: Serve, options: ScheduleRoutes): void {
  const { store, makeId } = options;

  serve.raw(
    'setPortfolio',
    async ({ request, caller, readQuery, turn }) => {
      readQuery();
      // A body may be large: it is not read for a caller with nothing to schedule.
      if (!(await store.read(hasAnyGrant, { clientId: caller.clientId, can: 'schedule' }))) throw noAccess(caller);
      const bytes = await readPortfolioBody(request, LIMITS.maxPortfolioBytes);
      const parentId = makeId() as BatchId;
      const { idempotencyKey } = readConditions(request.headers);
      const { mode, items } = await readPortfolio(bytes, idempotencyKey, turn);
      const prepared = await preparePortfolio(options, { caller, parentId, items });
      const outcomes = await (mode === 'all' ? setAll : setEach)(options, prepared);
      const results = outcomes.map(resultOf);
      for (const { siteId, error: code, message = '', problems } of results)
        if (code !== undefined) {
          const found = problems?.map((problem) => ({ ...problem, text: problem.message }));
          noteRefusedBatch(request, { siteId, code, message, problems: found });
        }
      const accepted = results.filter(({ status }) => status === 201).length;
      const answer = { parentBatchId: await parentOf(store, outcomes, parentId), accepted, results };
      return answer satisfies PortfolioResponse;
    },
    { first: () => refuseWhenBusy(store) },
  );

  serve('getPortfolio', async ({ caller: { clientId }, ids: { parentBatchId: parentId } }) => {
    const rows = await store.read(readPortfolioBatches, { parentId });
    const visible = await store.read(listVisibleSites, { clientId, siteIds: rows.map(({ siteId }) => siteId) });
    const seen = rows.filter(({ siteId }) => visible?.has(siteId) === true);
    const [first] = seen;
    if (first === undefined) throw noSuch('call');
    const batches = seen.map(({ siteId, batchId, version, acceptedAt, accepted }) => {
      return { siteId, batchId, version, acceptedAt: instantText(acceptedAt), accepted };
    });
    return { parentBatchId: parentId, clientId: first.clientId, actor: first.actor, batches };
  });
}

/** The call under which the batches can be read: this one if it set any, else the one before that set them all. */
async function parentOf(store: Store, outcomes: readonly SiteOutcome[], ownId: BatchId): Promise<BatchId | null> {
  const outputs = outcomes.flatMap((outcome) => (outcome.kind === 'tried' ? [outcome.output] : []));
  const mayHaveSet = outcomes.some((outcome) => outcome.kind === 'failed' && outcome.isOpen);
  if (mayHaveSet || outputs.some(({ kind }) => kind === 'accepted')) return ownId;
  const batchIds = outputs.filter(isSet).map(({ batchId }) => batchId);
  return batchIds.length === 0 ? null : store.read(readSharedParent, { batchIds });
}

const parentOfBatch = statement<{ batchId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select(fromStoredId<string | null>(dialect, 'parent_id').as('parent_id'))
    .where('batch_id', '=', toStoredId(dialect, param('batchId'))),
);

/** The call that set all of these batches; null if there is none. */
async function readSharedParent(tx: Tx, { batchIds }: { batchIds: readonly BatchId[] }): Promise<BatchId | null> {
  const [first] = batchIds;
  if (first === undefined) return null;
  const parentId = (await tx.first(parentOfBatch, { batchId: first }))?.parent_id as BatchId | null | undefined;
  if (parentId === null || parentId === undefined) return null;
  const batches = new Set((await readPortfolioBatches(tx, { parentId })).map(({ batchId }) => batchId));
  return batchIds.every((batchId) => batches.has(batchId)) ? parentId : null;
}

function resultOf(outcome: SiteOutcome): PortfolioResult {
  const { siteId } = outcome;
  switch (outcome.kind) {
    case 'tried':
      return isSet(outcome.output) ? setResult(siteId, outcome.output) : refusedResult(siteId, outcome.output);
    case 'untried':
      return refusedResult(siteId, outcome.why);
    case 'failed': {
      const message = outcome.isOpen
        ? 'something failed; this site may have been set'
        : 'something failed; this site was not set';
      const error = outcome.isPassing ? 'service_unavailable' : 'internal_server_error';
      return { siteId, status: ERROR_STATUS[error], error, message };
    }
  }
}

function setResult(siteId: SiteId, { kind, batchId, accepted, version, dropped }: SetBatch): PortfolioResult {
  const set = { siteId, status: 201, batchId, accepted, scheduleVersion: version, isReplayed: kind === 'replayed' };
  return dropped === undefined ? set : { ...set, dropped };
}

function refusedResult(siteId: SiteId, why: Parameters<typeof refusalOf>[0]): PortfolioResult {
  const refusal = refusalOf(why);
  const { code, message } = refusal;
  const result = { siteId, status: ERROR_STATUS[code], error: code, message };
  if (!(refusal instanceof BadRequest)) return result;
  return { ...result, problems: refusal.problems.slice(0, LIMITS.maxProblemsOfSite).map(writtenProblem) };
}
