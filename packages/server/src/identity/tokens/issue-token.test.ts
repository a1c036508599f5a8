import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { type IssueTokenOutput, issueToken } from './issue-token.ts';
import { makeSecret } from '../make-secret.ts';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START } from '../../../testing/open-test-identity.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { addSecret } from '../../registry/clients/add-secret.ts';
import { changeClient } from '../../registry/clients/change-client.ts';

describe('the token endpoint', async () => {
  const identity = await ofTests(openTestIdentity());

  const issue = (parameters: Record<string, string> | string, authorization?: string): Promise<IssueTokenOutput> =>
    issueToken(
      { ...identity, publicUrl: PUBLIC_URL, lifetimeSeconds: 3_600, now: () => identity.clock.at },
      { authorization, form: new URLSearchParams(parameters).toString() },
    );
  const grant = { grant_type: 'client_credentials' };
  const credentials = () => ({ ...grant, client_id: CLIENT_ID, client_secret: identity.secret });
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const tokenOf = (output: IssueTokenOutput) => (output.kind === 'issued' ? output.response.access_token : '');

  it('gives a token after RFC 9068 that the service takes', async () => {
    const output = await issue(credentials());
    expect(output).toMatchObject({
      kind: 'issued',
      response: {
        token_type: 'Bearer',
        expires_in: 3_600,
        scope: 'sites:read schedules:write fleet:admin fleet:webhooks audit:read people:act',
      },
    });
    const token = tokenOf(output);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(decodeJwt(token)).toEqual({
      iss: PUBLIC_URL,
      aud: PUBLIC_URL,
      sub: CLIENT_ID,
      client_id: CLIENT_ID,
      scope: 'sites:read schedules:write fleet:admin fleet:webhooks audit:read people:act',
      generation: 1,
      iat: START / 1_000,
      exp: START / 1_000 + 3_600,
      jti: expect.any(String),
    });
    await expect(identity.authenticateWith([])(`Bearer ${token}`)).resolves.toMatchObject({ clientId: CLIENT_ID });
  });

  it('takes the credentials by HTTP Basic, form-encoded or not', async () => {
    await expect(issue(grant, basic(CLIENT_ID, identity.secret))).resolves.toMatchObject({ kind: 'issued' });
    const encoded = basic(CLIENT_ID.replaceAll('-', '%2D'), identity.secret.replaceAll('_', '%5F'));
    await expect(issue(grant, encoded.replace('Basic', 'basic'))).resolves.toMatchObject({ kind: 'issued' });
  });

  it('gives fewer scopes when fewer are asked for', async () => {
    const output = await issue({ ...credentials(), scope: 'sites:read sites:read' });
    expect(output).toMatchObject({ response: { scope: 'sites:read' } });
    expect(decodeJwt(tokenOf(output))['scope']).toBe('sites:read');
  });

  it.each<[string, () => Promise<IssueTokenOutput>, string]>([
    ['no grant type', () => issue({ client_id: CLIENT_ID, client_secret: identity.secret }), 'invalid_request'],
    ['another grant type', () => issue({ ...credentials(), grant_type: 'password' }), 'unsupported_grant_type'],
    ['no secret', () => issue({ ...grant, client_id: CLIENT_ID }), 'invalid_client'],
    ['a wrong secret', () => issue({ ...credentials(), client_secret: makeSecret('scs_').text }), 'invalid_client'],
    [
      'a secret in other case',
      () => issue({ ...credentials(), client_secret: identity.secret.toUpperCase() }),
      'invalid_client',
    ],
    ['an unknown client', () => issue({ ...credentials(), client_id: CLIENT_ID.replace('1', '2') }), 'invalid_client'],
    ['a client id that is none', () => issue({ ...credentials(), client_id: "' OR 1=1" }), 'invalid_client'],
    ['a scope it may not have', () => issue({ ...credentials(), scope: 'sites:write' }), 'invalid_scope'],
    ['credentials twice', () => issue(credentials(), basic(CLIENT_ID, identity.secret)), 'invalid_request'],
    ['a bearer token', () => issue(grant, 'Bearer abc'), 'invalid_client'],
    ['Basic without a colon', () => issue(grant, `Basic ${btoa('abc')}`), 'invalid_client'],
    [
      'a parameter twice',
      () => issue(`grant_type=client_credentials&client_id=${CLIENT_ID}&client_id=${CLIENT_ID}&client_secret=x`),
      'invalid_request',
    ],
    ['nothing', () => issue(''), 'invalid_request'],
  ])('refuses %s', async (_title, ask, error) => {
    await expect(ask()).resolves.toMatchObject({ kind: 'refused', error });
  });

  it('takes the two newest secrets of a client', async () => {
    const [second, third] = [makeSecret('scs_'), makeSecret('scs_')];
    const kindFor = async (secret: string) => (await issue({ ...credentials(), client_secret: secret })).kind;
    await identity.store.write(addSecret, { clientId: CLIENT_ID, secretHash: second.hash, now: START + 1 });
    expect([await kindFor(identity.secret), await kindFor(second.text)]).toEqual(['issued', 'issued']);
    await identity.store.write(addSecret, { clientId: CLIENT_ID, secretHash: third.hash, now: START + 2 });
    const kinds = [await kindFor(identity.secret), await kindFor(second.text), await kindFor(third.text)];
    expect(kinds).toEqual(['refused', 'issued', 'issued']);
    await identity.store.write(changeClient, { clientId: CLIENT_ID, isEnabled: false, now: START + 3 });
    expect(await kindFor(third.text)).toBe('refused');
  });

  it('gives no token that outlives its secret, and none once that has ended', async () => {
    identity.clock.at = Date.now();
    await identity.store.write(changeClient, { clientId: CLIENT_ID, isEnabled: true, now: START });
    const [lasting, ended] = [makeSecret('scs_'), makeSecret('scs_')];
    const add = (secretHash: string, endsAt: number) =>
      identity.store.write(addSecret, { clientId: CLIENT_ID, secretHash, now: START, endsAt });
    await add(lasting.hash, identity.clock.at + 60_000);
    const output = await issue({ ...credentials(), client_secret: lasting.text });
    const { exp = 0 } = decodeJwt(tokenOf(output));
    // A token is taken for five seconds after its end.
    expect((exp + 5) * 1_000).toBeLessThanOrEqual(identity.clock.at + 60_000);
    await add(ended.hash, identity.clock.at);
    await expect(issue({ ...credentials(), client_secret: ended.text })).resolves.toMatchObject({ kind: 'refused' });
  });
});
