import { type AddedClient, PATHS } from '@setpoint/contract';
import { ask, type Call, type Reply } from './ask.ts';
import { at } from '@setpoint/server/testing/asking-of';
import type { World } from '@setpoint/server/testing/open-world';

/** Brings one status about; gets a request that would succeed. */
export type Provoke = (world: World, good: Call) => Promise<Reply>;

/** By status. */
export type OwnProvocations = Readonly<Record<number, readonly Provoke[]>>;

/** The same request, but for something. */
export function changing(change: (good: Call) => Partial<Call>): Provoke {
  return (world, good) => ask(world.base, { ...good, ...change(good) });
}

export const withBody = (body: string | object): Provoke =>
  changing(() => ({ body: typeof body === 'string' ? body : JSON.stringify(body) }));
/** With other fields in its body; those that are undefined are left out. */
export const withFields = (fields: object): Provoke =>
  changing(({ body = '{}' }) => ({ body: JSON.stringify({ ...(JSON.parse(body) as object), ...fields }) }));
/** With another text for one in its body. */
export const replacing = (text: string | RegExp, by: string): Provoke =>
  changing(({ body = '' }) => ({ body: body.replace(text, by) }));
/** With this query alone. */
export const withQuery = (query: string): Provoke => changing(({ path }) => ({ path: `${pathOf(path)}?${query}` }));
/** With this in its query, too. */
const withMore = (query: string): Provoke =>
  changing(({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${query}` }));
export const withHeaders = (more: Readonly<Record<string, string>>): Provoke =>
  changing(({ headers }) => ({ headers: { ...headers, ...more } }));
/** Of another id in its path. */
export const ofId = (id: string): Provoke => changing(({ path }) => ({ path: withId(path, id) }));

export const noQuery: Provoke = changing(({ path }) => ({ path: pathOf(path) }));
export const unknownQuery = withMore('page=2');
export const badLimit = withMore('limit=0');
/** Of no page that was handed out; the last is `[1,2]`. */
export const badCursors = ['x', '%00', 'WzEsMl0'].map((cursor) => withMore(`cursor=${cursor}`));
export const wrongBody = withBody('{"unheard":1}');
export const brokenBody = withBody('{');
/** A character that no database can hold, in the place of the last id. */
export const withNul: Provoke = changing(({ path }) => ({ path: path.replace(/[^/]+$/, '%00') }));

/** The same so many times; the last of the answers. */
export const times =
  (count: number, last: Provoke = (world, good) => ask(world.base, good)): Provoke =>
  async (world, good) => {
    for (let done = 1; done < count; done += 1) await ask(world.base, good);
    return last(world, good);
  };
export const twice = times(2);
/** Something else after it. */
export const thenAsked = (last: Provoke): Provoke => times(2, last);

/** As a new client with these grants; without any it knows of nothing. */
export const asClient =
  (scope: string, grants: readonly object[] = [], then: Provoke = changing(() => ({}))): Provoke =>
  async (world, good) => {
    const client: AddedClient = await world.client(...grants);
    return then(world, { ...good, headers: { ...good.headers, ...(await world.bearer(scope, client)) } });
  };
/** It sees all sites, and may schedule none. */
export const asReader = asClient('schedules:write', [{ allSites: true, can: 'read' }]);

/** As a client that acts for a person. */
export const byActing: Provoke = async (world, good) => {
  const body = { clientName: 'Desk', scopes: ['sites:read', 'people:act'] };
  const client = await world.done<AddedClient>('POST', PATHS.fleetClients, { body });
  const { personId, authorization } = await world.person();
  await world.done('PUT', at(PATHS.fleetPersonRoles, personId), { body: { role: 'viewer', allSites: true } });
  return withHeaders(await world.actFor({ Authorization: authorization }, client))(world, good);
};

export function withId(text: string, id: string): string {
  return text.replace(/[\da-f]{8}-[\da-f-]{27}/, id);
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? '';
}
