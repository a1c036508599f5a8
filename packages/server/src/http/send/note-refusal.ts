import { type ErrorCode, PATHS, SESSION_PATHS } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { traceIdOf } from '../read/trace-id-of.ts';
import type { RefusalKind } from '../../platform/refusal-record.ts';

/** Records an answer that refuses its caller; others are none of ours. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode, claimed?: string): void {
  const { refusals } = request.server.watched ?? {};
  const kind = refusals === undefined ? undefined : kindOf(request, code);
  if (kind === undefined) return;
  const { url: route } = request.routeOptions;
  const { id: requestId, ip: address, method, actor } = request;
  const [sender, provider] = [request.sender || undefined, request.provider || undefined];
  const reason = request.refusedFor || undefined;
  const traceId = traceIdOf(request);
  refusals?.note({
    kind,
    address,
    actor,
    details: { requestId, traceId, method, route, code, sender, claimed, provider, reason },
  });
}

function kindOf({ routeOptions: { url = '' } }: FastifyRequest, code: ErrorCode): RefusalKind | undefined {
  if (code === 'forbidden') return 'forbidden';
  if (code === 'too_many_requests') return 'too_many';
  if (code !== 'unauthorized') return undefined;
  return KIND_OF_ROUTE.get(url) ?? 'failed_token';
}

const KIND_OF_ROUTE: ReadonlyMap<string, RefusalKind> = new Map([
  [PATHS.token, 'failed_login'],
  [SESSION_PATHS.links, 'failed_login'],
  [SESSION_PATHS.session, 'failed_session'],
  [SESSION_PATHS.token, 'failed_session'],
  [SESSION_PATHS.callback, 'failed_session'],
  [SESSION_PATHS.backChannelLogout, 'failed_session'],
  [SESSION_PATHS.everywhere, 'failed_session'],
  [SESSION_PATHS.commandLine, 'failed_session'],
  [SESSION_PATHS.commandLinePoll, 'failed_session'],
  [SESSION_PATHS.commandLineToken, 'failed_session'],
  [PATHS.controllerSchedule, 'failed_key'],
  [PATHS.controllerOrder, 'failed_key'],
  [PATHS.controllerReport, 'failed_key'],
  [PATHS.controllerSession, 'failed_key'],
]);
