import { randomUUID } from 'node:crypto';
import { type AddedClient, PATHS, TOKEN_EXCHANGE, type TokenResponse } from '@setpoint/contract';
import { ask } from '@setpoint/server/testing/ask';
import type { OwnProvocations } from './many-sites-provocations.ts';
import { brokenBody, type Provoke, unknownQuery, withId, withNul, wrongBody } from './provoke.ts';

const twice: Provoke = async (world, good) => {
  await ask(world.base, good);
  return ask(world.base, good);
};
const noQuery: Provoke = (world, good) => ask(world.base, { ...good, path: good.path.split('?')[0] ?? '' });
const onOneself: Provoke = async (world, good) => {
  const { personId, authorization } = await world.person();
  const path = PATHS.fleetPersonRoles.replace(':personId', personId);
  const body = JSON.stringify({ role: 'operator', allSites: true });
  const headers = { ...good.headers, 'Content-Type': 'application/json' };
  await ask(world.base, { method: 'PUT', path, headers, body });
  const asPerson = { ...good.headers, Authorization: authorization };
  return ask(world.base, { ...good, path: withId(good.path, personId), headers: asPerson });
};
/** Asks as a client that acts for a person. */
export const byActing: Provoke = async (world, good) => {
  const body = { clientName: 'Desk', scopes: ['sites:read', 'people:act'] };
  const { clientId, clientSecret } = (await world.ask<AddedClient>('POST', PATHS.fleetClients, { body })).body;
  const { personId, authorization } = await world.person();
  const role = { body: { role: 'viewer', allSites: true } };
  await world.ask('PUT', PATHS.fleetPersonRoles.replace(':personId', personId), role);
  const form = new URLSearchParams({
    grant_type: TOKEN_EXCHANGE.grantType,
    client_id: clientId,
    client_secret: clientSecret,
    subject_token: authorization.replace('Bearer ', ''),
    subject_token_type: TOKEN_EXCHANGE.accessToken,
  });
  const answer = await fetch(world.base + PATHS.token, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as TokenResponse;
  return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
};
const withRole =
  (role: object): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, body: JSON.stringify(role) });

const giving: OwnProvocations = {
  400: [
    wrongBody,
    brokenBody,
    unknownQuery,
    withRole({ role: 'viewer' }),
    withRole({ role: 'king', allSites: true }),
    withRole({ role: 'operator', siteId: randomUUID() }),
    withRole({ role: 'viewer', allSites: true, endsAt: '2020-01-01T00:00:00Z' }),
  ],
  404: [withRole({ role: 'viewer', siteId: randomUUID() }), withRole({ role: 'viewer', poolId: randomUUID() })],
};
const taking: OwnProvocations = { 400: [noQuery], 404: [twice] };

export const peopleProvocations: Readonly<Record<string, OwnProvocations>> = {
  endMySession: { 404: [withNul] },
  addPerson: { 409: [twice] },
  changePerson: { 409: [onOneself] },
  removePerson: { 404: [twice], 409: [onOneself] },
  givePersonRole: giving,
  takePersonRole: taking,
  addGroup: { 409: [twice] },
  removeGroup: { 404: [twice] },
  giveGroupRole: giving,
  takeGroupRole: taking,
};
