import { type ErrorCode, PATHS } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';

interface RefusedBatch {
  readonly code: ErrorCode;
  readonly message: string;
  readonly problems?: readonly { readonly place: string; readonly text: string }[] | undefined;
  /** Left out, that of the path. */
  readonly siteId?: string;
}

const ROUTES: ReadonlySet<string | undefined> = new Set([
  PATHS.schedules,
  PATHS.fleetSiteSchedules,
  PATHS.fleetSchedules,
]);
const CODES: ReadonlySet<ErrorCode> = new Set(['bad_request', 'precondition_failed', 'idempotency_conflict']);
const LONGEST = 300;

export function isOfBatch({ method, routeOptions }: FastifyRequest): boolean {
  return (method === 'POST' || method === 'PATCH') && ROUTES.has(routeOptions.url);
}

/** A line in the log for a batch that its sender has to mend: nothing else is left of it. */
export function noteRefusedBatch(
  request: FastifyRequest,
  { code, message, problems = [], siteId }: RefusedBatch,
): void {
  if (!CODES.has(code)) return;
  const { id: requestId, ip: address, actor, params } = request;
  const [first] = problems;
  const problem = first === undefined ? message : `${first.place}: ${first.text}`;
  request.server.watched?.refusals.note({
    kind: 'batch',
    address,
    actor,
    details: {
      requestId,
      sender: request.sender || undefined,
      siteId: siteId ?? (params as { readonly siteId?: string }).siteId,
      code,
      problems: problems.length,
      problem: problem.slice(0, LONGEST),
    },
  });
}
