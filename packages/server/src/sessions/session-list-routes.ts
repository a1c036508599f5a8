import { AppError, type ClientId, type SessionList } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { noSuch } from '../http/send/no-such.ts';
import type { Caller } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { isHolder } from '../people/is-holder.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { endOwnSession } from './end-own-session.ts';
import type { SessionTimes } from './settings.ts';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

interface StoredSession {
  readonly sessionId: string;
  readonly means: 'link' | 'provider' | 'command line';
  readonly provider: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly begunAt: number;
  readonly usedAt: number;
  readonly endsAt: number;
}

interface ListSessionsInput {
  readonly clientId: ClientId;
  readonly now: number;
  readonly idleSince: number;
}

// Of old ones, that have no name, none can be ended by itself.
const sessionsOf = statement<{ clientId: string; now: number; idleSince: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('client', 'client.client_id', 'console_session.client_id')
    .select(fields('sessionId', 'means', 'provider', 'address', 'agent', 'begunAt', 'usedAt', 'endsAt'))
    .where('console_session.client_id', '=', param('clientId'))
    .whereRef('console_session.generation', '>=', 'client.good_from')
    .where('ends_at', '>', param('now'))
    .where('used_at', '>', param('idleSince'))
    .orderBy('used_at', 'desc')
    .orderBy('session_id')
    .limit(1_000),
);

/** Where a client or a person is signed in, the latest used first. */
async function listSessions(tx: Tx, input: ListSessionsInput): Promise<StoredSession[]> {
  const rows = await tx.all(sessionsOf, { ...input });
  return rows;
}

interface SessionListRoutes extends StoreAndClock {
  readonly times: Pick<SessionTimes, 'idleMs'>;
}

/** Where somebody is signed in: for themselves, and for operators. */
export function sessionListRoutes(serve: Serve, options: SessionListRoutes): void {
  const { store } = options;

  serve('listMySessions', async ({ caller }) => {
    refuseActing(caller);
    return listOf(options, caller.clientId, caller.person?.sessionId);
  });

  serve('endMySessions', async ({ caller, by }) => {
    refuseActing(caller);
    const { clientId, person } = caller;
    const ended = { sessionHash: '', clientId, isPerson: person !== undefined, isEverywhere: true };
    await store.write(endConsoleSessions, { ...ended, by });
  });

  serve('endMySession', async ({ caller, ids: { sessionId }, by }) => {
    refuseActing(caller);
    const { clientId } = caller;
    if (!(await store.write(endOwnSession, { clientId, sessionId, by }))) throw noSuch('session');
  });

  serve('listPersonSessions', async ({ ids: { personId } }) => {
    if (!(await store.read(isHolder, { kind: 'person', id: personId }))) throw noSuch('person');
    return listOf(options, personId, undefined);
  });
}

// What a client may do for somebody is bounded by its scopes, and none of them is about where that person is.
function refuseActing({ through }: Caller): void {
  if (through === undefined) return;
  throw new AppError('forbidden', 'a client that acts for a person neither sees nor ends the sessions of that person');
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
