import { PATHS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Evidence } from '../evidence.ts';
import type { GatewayScript } from './gateway-script.ts';

interface HttpScript {
  readonly script: GatewayScript;
  readonly evidence: Evidence;
}

/** Lets requests meet what the script says before the gateway sees them, and notes each of them. */
export function followHttpScript(app: FastifyInstance, { script, evidence }: HttpScript): void {
  app.addHook('onRequest', async (request, reply) => {
    const isAnswered = !script.isAway && !script.isMute;
    const { method, url: path } = request;
    evidence.note(`▶ ${method} ${path}${headersText(request)}`, { kind: 'request', method, path, isAnswered });
    if (script.isAway) request.raw.socket.destroy();
    const isPoll = path === PATHS.controllerSchedule;
    if (!isAnswered || (isPoll && script.isScheduleKept)) {
      await untilClosed(request);
      return reply.hijack();
    }
    return isPoll ? answerPoll(request, reply, script) : undefined;
  });
  app.addHook('onResponse', (request, reply, done) => {
    evidence.note(`◀ ${reply.statusCode} to ${request.method} ${request.url}`, { kind: 'packet' });
    done();
  });
}

function answerPoll(request: FastifyRequest, reply: FastifyReply, script: GatewayScript): FastifyReply | undefined {
  const { refusal } = script;
  if (script.isRepeated) {
    script.isRepeated = false;
    delete request.headers['if-none-match'];
  }
  if (refusal === undefined) return undefined;
  script.refusal = undefined;
  return reply.code(refusal.status).header('Retry-After', String(refusal.retryAfterSeconds)).send();
}

function headersText({ headers }: FastifyRequest): string {
  const known = headers['if-none-match'] === undefined ? '' : ` If-None-Match: ${headers['if-none-match']}`;
  const waits = headers['prefer'] === undefined ? '' : ` Prefer: ${[headers['prefer']].flat().join(', ')}`;
  return known + waits;
}

function untilClosed(request: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    request.raw.socket.once('close', () => resolve());
    if (request.raw.socket.destroyed) resolve();
  });
}
