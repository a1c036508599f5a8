import { randomUUID } from 'node:crypto';
import { actorText, type ClientId, TOKEN_EXCHANGE } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { grantedTo } from '../../access/grants/granted-to.ts';
import { changePerson } from '../../people/change-person.ts';
import { endPersonSessions } from '../../people/end-person-sessions.ts';
import { giveRole } from '../../people/give-role.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { endOwnSession } from '../../sessions/end-own-session.ts';
import { openTestIdentity, PUBLIC_URL } from '../../../testing/open-test-identity.ts';
import { signInPerson } from '../../../testing/sign-in-person.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { actorOf } from '../actor-of.ts';
import { issueToken } from './issue-token.ts';
import { makeSecret } from '../make-secret.ts';
import { standingOf } from '../standing-of.ts';

const PLAIN = '0b8f2f3c-5d1c-7a00-8000-0000000000a2' as ClientId;
const everywhere = grantedTo({ allSites: true });
// Sessions end by the clock of the database.
const now = Math.floor(Date.now() / 1_000) * 1_000;

describe('a client that exchanges the token of a person', async () => {
  let ada: NonNullable<Awaited<ReturnType<typeof signInPerson>>>;
  let app: ClientId;
  let secret: string;
  const { text: plainSecret, hash: plainHash } = makeSecret('scs_');

  const identity = await ofTests(openTestIdentity());
  identity.clock.at = now;
  const { store } = identity;
  const few = ['sites:read'] as const;
  await store.write(addClient, { clientId: PLAIN, clientName: 'plain', scopes: few, secretHash: plainHash, now });
  beforeEach(async () => {
    const signing = { store, keys: identity.keys, publicUrl: PUBLIC_URL, now };
    const vouched = { issuer: 'https://idp.example', subject: 'ada' };
    ada = (await signInPerson(signing, vouched)) ?? expect.unreachable('she cannot sign in');
    const role = { holder: { kind: 'person', id: ada.personId }, granted: everywhere, role: 'dispatcher' } as const;
    await store.write(giveRole, role);
    app = randomUUID() as string as ClientId;
    const made = makeSecret('scs_');
    secret = made.text;
    const scopes = ['sites:read', 'schedules:write', 'people:act'] as const;
    await store.write(addClient, { clientId: app, clientName: 'desk app', scopes, secretHash: made.hash, now });
  });

  const tokenOfAda = () => ada.authorization.replace('Bearer ', '');
  const ask = (more: Record<string, string> = {}) => {
    const form = new URLSearchParams({
      grant_type: TOKEN_EXCHANGE.grantType,
      client_id: app,
      client_secret: secret,
      subject_token: tokenOfAda(),
      subject_token_type: TOKEN_EXCHANGE.accessToken,
      ...more,
    });
    for (const [name, value] of Object.entries(more)) if (value === '') form.delete(name);
    const issuing = { ...identity, publicUrl: PUBLIC_URL, lifetimeSeconds: 3_600, now: () => identity.clock.at };
    return issueToken(issuing, { authorization: undefined, form: form.toString() });
  };
  async function exchanged(more?: Record<string, string>): Promise<string> {
    const outcome = await ask(more);
    if (outcome.kind !== 'exchanged') throw new Error(JSON.stringify(outcome));
    return outcome.response.access_token;
  }
  /** Who a token speaks for, as far as the database still lets it. */
  async function callerOf(token: string) {
    const caller = await identity.authenticateWith([])(`Bearer ${token}`);
    if (caller === undefined) return undefined;
    return (await store.read(standingOf, caller)) === 'good' ? caller : undefined;
  }

  it('acts with what both may, and everything names both', async () => {
    const outcome = await ask();
    expect(outcome).toMatchObject({
      kind: 'exchanged',
      response: {
        issued_token_type: TOKEN_EXCHANGE.accessToken,
        token_type: 'Bearer',
        scope: 'sites:read schedules:write',
      },
    });
    const token = outcome.kind === 'exchanged' ? outcome.response.access_token : '';
    expect(decodeJwt(token)).toMatchObject({ sub: ada.personId, client_id: app, act: { sub: app, generation: 1 } });
    const caller = await callerOf(token);
    expect(caller && [...caller.scopes]).toEqual(['sites:read', 'schedules:write']);
    const onBehalfOf = { kind: 'person', id: ada.personId, name: 'ada' };
    expect(caller && actorOf(caller)).toEqual({ kind: 'client', id: app, name: 'desk app', onBehalfOf });
    expect(caller && actorText(actorOf(caller))).toBe('desk app for ada');
  });

  it('gets no more than it asks for, and lives no longer than the token of the person', async () => {
    expect(decodeJwt(await exchanged({ scope: 'sites:read' }))['scope']).toBe('sites:read');
    identity.clock.at = now + 3_000_000;
    try {
      const outcome = await ask();
      expect(outcome).toMatchObject({ kind: 'exchanged', response: { expires_in: 595 } });
    } finally {
      identity.clock.at = now;
    }
  });

  const cases: [string, () => Record<string, string> | Promise<Record<string, string>>, string][] = [
    ['a client that may not', () => ({ client_id: PLAIN, client_secret: plainSecret }), 'unauthorized_client'],
    ['a wrong secret', () => ({ client_secret: makeSecret('scs_').text }), 'invalid_client'],
    ['no token', () => ({ subject_token: '' }), 'invalid_request'],
    ['no type', () => ({ subject_token_type: '' }), 'invalid_request'],
    ['another type', () => ({ subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }), 'invalid_request'],
    ['a refresh token wanted', () => ({ requested_token_type: 'urn:x' }), 'invalid_request'],
    ['an actor of its own', () => ({ actor_token: 'x', actor_token_type: 'x' }), 'invalid_request'],
    ['another audience', () => ({ audience: 'https://other.example' }), 'invalid_target'],
    ['another resource', () => ({ resource: 'https://other.example' }), 'invalid_target'],
    ['a scope that the client lacks', () => ({ scope: 'fleet:admin' }), 'invalid_scope'],
    ['leave to act on', () => ({ scope: 'people:act' }), 'invalid_scope'],
    ['rubbish', () => ({ subject_token: 'a.b.c' }), 'invalid_request'],
    ['an altered signature', () => ({ subject_token: `${tokenOfAda().slice(0, -4)}AAAA` }), 'invalid_request'],
    ['an unsigned copy', () => ({ subject_token: unsigned(tokenOfAda()) }), 'invalid_request'],
    ['the token of a client', async () => ({ subject_token: await ownToken() }), 'invalid_request'],
    ['a token exchanged before', async () => ({ subject_token: await exchanged() }), 'invalid_request'],
  ];
  it.each(cases)('is refused %s', async (_, more, error) => {
    await expect(ask(await more())).resolves.toMatchObject({ kind: 'refused', error });
  });

  async function ownToken(): Promise<string> {
    const outcome = await ask({ grant_type: 'client_credentials', subject_token: '', subject_token_type: '' });
    return outcome.kind === 'issued' ? outcome.response.access_token : '';
  }
  function unsigned(token: string): string {
    const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    return `${header}.${token.split('.')[1] ?? ''}.`;
  }

  it.each<[string, () => Promise<unknown>]>([
    ['is disabled', () => changeAda(false)],
    ['signs out here', () => store.write(endOwnSession, { clientId: ada.personId, sessionId: sessionOfAda() })],
    ['signs out everywhere', () => store.write(endPersonSessions, { personId: ada.personId, now })],
  ])('is nobody once the person %s, and gets no new token', async (_, end) => {
    const token = await exchanged();
    expect(await callerOf(token)).toBeDefined();
    await end();
    try {
      expect(await callerOf(token)).toBeUndefined();
      expect(await ask()).toMatchObject({ kind: 'refused' });
    } finally {
      await changeAda(true);
    }
  });

  const sessionOfAda = () => String(decodeJwt(tokenOfAda())['sid']);
  const changeAda = (isEnabled: boolean) => store.write(changePerson, { personId: ada.personId, isEnabled, now });
});
