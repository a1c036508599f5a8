import type { Actor } from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Admission } from '../../door/admission.ts';
import type { RefusalRecord } from '../../platform/refusal-record.ts';

/** What is kept of requests and their senders beyond a single route. */
export interface Watched {
  /** Who may be connected. */
  readonly admission: Pick<Admission, 'proved'>;
  readonly refusals: Pick<RefusalRecord, 'note'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly watched: Watched | undefined;
  }
  interface FastifyRequest {
    /** Who proved to have sent it, as connections are counted by it; empty until then. */
    sender: string;
    /** The same, as it is recorded. */
    actor: Actor | undefined;
    /** The provider through which somebody signs in; empty where there is none. */
    provider: string;
    /** What was wrong with a credential that is known, for the log; empty where there is no more to say. */
    refusedFor: string;
  }
}

export function watchSenders(app: FastifyInstance, watched: Watched | undefined): void {
  app.decorate('watched', watched);
  app.decorateRequest('sender', '');
  app.decorateRequest('actor', undefined);
  app.decorateRequest('provider', '');
  app.decorateRequest('refusedFor', '');
}

/** Notes who proved to have sent a request: its connection is no stranger's any more. */
export function noteSender(request: FastifyRequest, sender: string, actor: Actor): void {
  request.sender = sender;
  request.actor = actor;
  request.server.watched?.admission.proved(request.raw.socket, sender);
}
