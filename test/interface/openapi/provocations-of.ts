import { OPERATIONS, type OpenapiDocument, PATHS } from '@setpoint/contract';
import { ask, type Call } from '@setpoint/server/testing/ask';
import { goodCalls } from '@setpoint/server/testing/good-calls';
import type { World } from '@setpoint/server/testing/open-world';
import { generalProvocations, ownProvocations } from './own-provocations.ts';
import { badLimit, brokenBody, type Provoke, unknownQuery, wrongBody } from './provoke.ts';

export async function readDocument({ base }: World): Promise<OpenapiDocument> {
  const { text } = await ask(base, { method: 'GET', path: PATHS.openapi, headers: {} });
  return JSON.parse(text) as OpenapiDocument;
}

export async function goodCall(world: World, id: string): Promise<Call> {
  const make = goodCalls[id];
  if (make === undefined) throw new Error(`there is no request for ${id}`);
  return make(world);
}

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
  return [...own, ...(status === 400 ? misuses(id) : []), ...(generalProvocations[status] ?? [])];
}

/** What the row of an operation says that a request may not have. */
function misuses(id: string): readonly Provoke[] {
  const { parameters = [], request, path = '' } = OPERATIONS.find((row) => row.id === id) ?? {};
  const isJson = request !== undefined && request.mediaType === undefined;
  return [
    ...(path.startsWith('/api/v1/fleet') ? [unknownQuery] : []),
    ...(parameters.some(({ name }) => name === 'limit') ? [badLimit] : []),
    ...(isJson ? [brokenBody] : []),
    ...(isJson && id !== 'validateSchedules' ? [wrongBody] : []),
  ];
}
