import { LIMITS } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { type CsvQuery, readCsvQuery } from '../schedules/read-csv-batch.ts';
import { isCsv, readJsonOrCsv } from '../http/read/read-body.ts';
import { readConditions } from '../http/read/read-conditions.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { validateAnswer } from './validate-answer.ts';
import { type PlanWanted, readPlanWanted } from './validated-plan-texts.ts';

/** What would become of a batch, with nothing written. */
export function validateRoutes(serve: Serve, { now }: { readonly now: () => number }): void {
  serve.raw('validateSchedules', async ({ request, site: { siteId }, compute }) => {
    const { planWanted, query } = askedOf(request);
    const bytes = await readJsonOrCsv(request, LIMITS.maxBodyBytes);
    const { ifVersion } = readConditions(request.headers);
    return compute(validateAnswer, { siteId, bytes, query, ifVersion, planWanted, now: now() });
  });
}

// Of CSV, the window in the query is that of the splice.
function askedOf(request: FastifyRequest): { readonly planWanted: PlanWanted; readonly query: CsvQuery | undefined } {
  if (!isCsv(request)) return { planWanted: readPlanWanted(request), query: undefined };
  const { plan, ...query } = readCsvQuery(request, ['plan']);
  return { planWanted: readPlanWanted({ query: plan === undefined ? {} : { plan } }), query };
}
