import { type ClientId, PATHS, type SessionList } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { deedOf } from '../access/deed-of.ts';
import { noSuch } from '../http/no-such.ts';
import { readQuery } from '../http/read-query.ts';
import { isHolder } from '../people/is-holder.ts';
import { holderOrThrow } from '../people/role-routes.ts';
import type { Store } from '../store/store.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { endOwnSession } from './end-own-session.ts';
import { listSessions, type StoredSession } from './list-sessions.ts';
import type { SessionTimes } from './settings.ts';

interface SessionListRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly times: Pick<SessionTimes, 'idleMs'>;
}

/** Where somebody is signed in: for themselves, and for operators. */
export function sessionListRoutes(app: FastifyInstance, options: SessionListRoutes): void {
  const { access, store } = options;

  app.get(PATHS.fleetMySessions, async (request): Promise<SessionList> => {
    const { clientId, person } = await access.caller(request);
    readQuery(request, []);
    return listOf(options, clientId, person?.sessionId);
  });

  app.delete(PATHS.fleetMySessions, async (request, reply) => {
    const caller = await access.caller(request);
    readQuery(request, []);
    const { clientId } = caller;
    const ended = { sessionHash: '', clientId, isPerson: caller.person !== undefined, isEverywhere: true };
    await store.write(endConsoleSessions, { ...ended, by: deedOf(request, caller) });
    reply.code(204);
  });

  app.delete(PATHS.fleetMySession, async (request, reply) => {
    const caller = await access.caller(request);
    readQuery(request, []);
    const { clientId } = caller;
    const by = deedOf(request, caller);
    if (!(await store.write(endOwnSession, { clientId, sessionId: sessionIdOf(request), by }))) throw noSuch('session');
    reply.code(204);
  });

  app.get(PATHS.fleetPersonSessions, async (request): Promise<SessionList> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const holder = holderOrThrow(request, 'person');
    if (!(await store.read(isHolder, holder))) throw noSuch('person');
    return listOf(options, holder.id, undefined);
  });
}

async function listOf(
  { store, now, times }: SessionListRoutes,
  clientId: ClientId,
  own: string | undefined,
): Promise<SessionList> {
  const at = now();
  const sessions = await store.read(listSessions, { clientId, now: at, idleSince: at - times.idleMs });
  return { sessions: sessions.map((one) => shown(one, own)) };
}

function shown({ begunAt, usedAt, endsAt, ...session }: StoredSession, own: string | undefined) {
  return {
    ...session,
    isThis: session.sessionId === own,
    begunAt: instantText(begunAt),
    usedAt: instantText(usedAt),
    endsAt: instantText(endsAt),
  };
}

function sessionIdOf(request: FastifyRequest): string {
  const { sessionId } = request.params as { sessionId: string };
  if (sessionId.includes('\0') || !sessionId.isWellFormed()) throw noSuch('session');
  return sessionId;
}
