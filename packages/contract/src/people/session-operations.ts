import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, remove } from '../operations/operation.ts';
import { forbidden, notFound, REFUSALS } from '../operations/refusals.ts';
import { noPerson, thePerson } from './operations.ts';
import { SessionList } from './schema.ts';

const shared = { tag: 'People', scope: 'fleet:admin' } as const;
const shownSession = {
  sessionId: '5d0c2b7e-41a9-4c3f-9e86-0b1a2c3d4e5f',
  isThis: true,
  means: 'provider',
  provider: 'company',
  address: '192.0.2.7',
  agent: 'Mozilla/5.0',
  begunAt: EXAMPLES.createdAt,
  usedAt: EXAMPLES.createdAt,
  endsAt: '2026-10-08T08:30:00.000Z',
} as const;
const sessions = bodyOf(SessionList, { sessions: [shownSession] });

const acting = forbidden(
  'A client that acts for a person has nothing to do with the sessions of that person.',
  'a client that acts for a person neither sees nor ends the sessions of that person',
  'ActingForPerson',
);

export const sessionOperations = [
  {
    tag: 'People',
    credential: 'any-token',
    id: 'listMySessions',
    ...get(PATHS.fleetMySessions),
    summary: 'List your sessions',
    description: 'Where the client or the person that asks is signed in, the latest used first.',
    success: { status: 200, description: 'The sessions.', body: sessions },
    otherwise: [REFUSALS.noQuery, acting],
  },
  {
    tag: 'People',
    credential: 'any-token',
    id: 'endMySessions',
    ...remove(PATHS.fleetMySessions),
    summary: 'Sign out everywhere',
    description:
      'Ends all sessions of the client or the person that asks, and the tokens that came from those of a person.',
    success: { status: 204, description: 'All sessions have ended.' },
    otherwise: [REFUSALS.noQuery, acting],
  },
  {
    tag: 'People',
    credential: 'any-token',
    id: 'endMySession',
    ...remove(PATHS.fleetMySession),
    summary: 'End one of your sessions',
    description: 'Ends one session, and the tokens that came from it if it is one of a person.',
    parameters: [
      {
        name: 'sessionId',
        in: 'path',
        required: true,
        description: 'A session from the list.',
        schema: { type: 'string' },
        example: shownSession.sessionId,
      },
    ],
    success: { status: 204, description: 'The session has ended.' },
    otherwise: [REFUSALS.noQuery, acting, notFound('You have no such session.', 'there is no such session')],
  },
  {
    ...shared,
    id: 'listPersonSessions',
    ...get(PATHS.fleetPersonSessions),
    summary: 'List the sessions of a person',
    description: 'Where a person is signed in, the latest used first.',
    parameters: [thePerson],
    success: { status: 200, description: 'The sessions.', body: sessions },
    otherwise: [REFUSALS.noQuery, noPerson],
  },
] as const satisfies readonly Operation[];
