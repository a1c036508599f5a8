import { randomUUID } from 'node:crypto';
import { type OpenapiDocument, type Operation, OPERATIONS, PATHS } from '@setpoint/contract';
import { ask, askAnnouncing, askHalf, type Call, type Reply } from './ask.ts';
import type { World } from '@setpoint/server/testing/open-world';
import { ownProvocations } from './own-provocations.ts';
import {
  asClient,
  badCursors,
  badLimit,
  brokenBody,
  byActing,
  changing,
  type Provoke,
  unknownQuery,
} from './provoke.ts';
import { withHeaders, withId, wrongBody } from './provoke.ts';

export async function readDocument({ base }: World): Promise<OpenapiDocument> {
  const { text } = await ask(base, { method: 'GET', path: PATHS.openapi, headers: {} });
  return JSON.parse(text) as OpenapiDocument;
}

/** With headers more, or the same again. */
const adding =
  (...headers: readonly (readonly [string, string])[]): Provoke =>
  (world, good) =>
    ask(world.base, good, headers);
const asItIs: Provoke = changing(() => ({}));
const tooOften: Provoke = async (world, good) => {
  const base = await world.strictlyLater();
  const bad = { ...good, headers: { ...good.headers, Authorization: 'Bearer x' } };
  await ask(base, bad);
  return ask(base, bad);
};

/** What provokes a status on any operation that documents it, in each way there is. */
export const generalProvocations: Readonly<Record<number, readonly Provoke[]>> = {
  200: [asItIs],
  201: [asItIs],
  204: [asItIs],
  400: [adding(['Host', 'elsewhere.example.com']), adding(['Transfer-Encoding', 'gzip'])],
  401: [
    changing(({ headers: { Authorization: _authorization, ...headers } }) => ({ headers })),
    withHeaders({ Authorization: 'Bearer x' }),
    adding(['Authorization', 'Bearer x'], ['Authorization', 'Bearer y']),
  ],
  403: [
    async (world, good) => {
      // No scope is asked for there.
      if (good.path.startsWith(PATHS.fleetMySessions)) return byActing(world, good);
      return withHeaders(await world.bearer(scopeBeside(good)))(world, good);
    },
  ],
  404: [changing((good) => ofAnother(good, randomUUID())), changing((good) => ofAnother(good, 'nordhafen'))],
  408: [(world, good) => askHalf(world.base, good)],
  413: [(world, good) => askAnnouncing(world.base, good, 5 * 1024 * 1024)],
  415: [withHeaders({ 'Content-Type': 'text/plain' }), withHeaders({ 'Content-Encoding': 'br' })],
  429: [tooOften],
  431: [
    adding(...Array.from({ length: 100 }, (_, index) => [`X-Filler-${index}`, 'x'] as const)),
    adding(['X-Filler', 'x'.repeat(20_000)]),
  ],
  500: [inTrouble('not-applied'), inTrouble('unknown')],
  503: [
    async (world, good) => {
      world.trouble.isStopping = true;
      try {
        return await ask(world.base, good);
      } finally {
        world.trouble.isStopping = false;
      }
    },
  ],
};

// Asked without a token, with a form, with an id in the body or with a larger one than any other.
const OWN_ALONE = new Set([
  // Another id makes another pool.
  'addAlert 404',
  'changeAlert 404',
  'putPool 404',
  'getFleetOverview 404',
  'issueToken 401',
  'issueToken 413',
  'makeHold 404',
  'setPortfolio 404',
  'streamEvents 404',
  'setPortfolio 413',
  'importRegistry 413',
]);

/** What brings this status about on an operation, in each way there is. */
export function provocationsOf(id: string, status: number): readonly Provoke[] {
  const own = ownProvocations[id]?.[status] ?? [];
  if (OWN_ALONE.has(`${id} ${status}`)) return own;
  return [...own, ...misuses(id, status), ...(generalProvocations[status] ?? [])];
}

/** What the row of an operation says that a request may not have. */
function misuses(id: string, status: number): readonly Provoke[] {
  const row = OPERATIONS.find((one) => one.id === id);
  if (row === undefined) return [];
  if (status === 400) return misuseOf(row);
  const { path, scope = '', alsoScope } = row;
  const isHidden = status === (path.startsWith('/api/v1/public') ? 403 : 404);
  const scopes = [scope, alsoScope].filter(Boolean).join('+');
  return isHidden && FOR_GRANTED.has(scope) && OF_GRANTS.test(path) ? [asClient(scopes)] : [];
}

/** Needed for what a grant is of. */
const FOR_GRANTED = new Set(['sites:read', 'schedules:write']);
const OF_GRANTS = /:(?:siteId|poolId|batchId|parentBatchId|holdId)/;

function misuseOf({ id, parameters = [], request, path }: Operation): readonly Provoke[] {
  const isJson = request !== undefined && request.mediaType === undefined;
  return [
    ...(path.startsWith('/api/v1/fleet') ? [unknownQuery] : []),
    ...(parameters.some(({ name }) => name === 'limit') ? [badLimit] : []),
    ...(parameters.some(({ name }) => name === 'cursor') ? badCursors : []),
    ...(isJson ? [brokenBody] : []),
    ...(isJson && id !== 'validateSchedules' ? [wrongBody] : []),
  ];
}

/** A scope that is not enough for a request. */
function scopeBeside({ method, path }: Call): string {
  const names = (path.split('?')[0] ?? '').split('/');
  const row = OPERATIONS.find((one) => {
    const own = one.path.split('/');
    const isSame = (name: string, at: number) => name.startsWith(':') || name === names[at];
    return one.method.toUpperCase() === method && own.length === names.length && own.every(isSame);
  });
  return FOR_GRANTED.has(row?.scope ?? '') ? 'fleet:admin' : 'sites:read';
}

function inTrouble(failure: 'not-applied' | 'unknown'): Provoke {
  return async (world, good): Promise<Reply> => {
    world.trouble.failure = failure;
    try {
      return await ask(world.base, good);
    } finally {
      world.trouble.failure = undefined;
    }
  };
}

// Where the path names nothing, the body does.
function ofAnother({ path: named, body }: Call, id: string): Partial<Call> {
  const path = withId(named, id);
  if (path !== named || body === undefined) return { path };
  return { body: withId(body, id) };
}
