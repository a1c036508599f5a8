import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';
import { runHere } from '@setpoint/cli/testing/run-here';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('the command line beside a running service', () => {
  const serving = serveTests();
  let names = 0;

  it('uses the credential that the service left for its owner alone', async () => {
    expect(statSync(join(serving.folder, 'operator.json')).mode & 0o777).toBe(0o600);
    await expect(human('site', 'list')).resolves.toMatchObject({ code: 0, error: '' });
  });

  it('adds a site, lists it, and removes it', async () => {
    const siteName = uniqueName('Nordhafen');
    const added = await json('site', 'add', siteName, '--time-zone', 'Europe/Berlin');
    const siteId = textOf(added.siteId);
    expect(added).toEqual({
      siteId: expect.stringMatching(UUID_V4) as unknown,
      siteName,
      timeZone: 'Europe/Berlin',
      controllerKey: expect.stringMatching(/^sck_[\w-]{43}$/) as unknown,
    });
    const list = await human('site', 'list');
    expect(list.out).toMatch(new RegExp(`^${siteId}  ${siteName} +Europe/Berlin  20`, 'm'));
    const { sites } = await json('site', 'list');
    expect(sites).toContainEqual({
      siteId,
      siteName,
      timeZone: 'Europe/Berlin',
      createdAt: expect.any(String) as unknown,
      notes: '',
      holdSeconds: null,
      isOnline: false,
      state: 'unreachable',
      issues: [],
    });

    const unsure = await human('site', 'remove', siteId);
    expect(unsure).toMatchObject({ code: 1, out: '' });
    expect(unsure.error).toContain('--yes');
    await expect(json('site', 'remove', siteName, '--yes')).resolves.toEqual({ siteId, siteName, isRemoved: true });
    const gone = await human('site', 'remove', siteId, '--yes');
    expect(gone).toEqual({ code: 1, out: '', error: 'There is no such site.\n' });
  });

  it('says in plain words what it added', async () => {
    const siteId = '2C8F1A4E-0000-7000-8000-ABCDEF000002';
    const site = await human('site', 'add', uniqueName('Werk'), '--id', siteId);
    expect(site).toMatchObject({ code: 0, error: '' });
    expect(site.out).toContain(siteId.toLowerCase());
    expect(site.out).toMatch(/sck_[\w-]{43}/);
    const client = await human('client', 'add', uniqueName('Trader'));
    expect(client).toMatchObject({ code: 0, error: '' });
    expect(client.out).toMatch(/scs_[\w-]{43}/);
  });

  it('grants and revokes', async () => {
    const siteName = uniqueName('Hafen');
    const siteId = textOf((await json('site', 'add', siteName)).siteId);
    const { clientId, token } = await clientWithToken();
    const status = () => statusOf(`/api/v1/public/sites/${siteId}`, token);
    await expect(json('grant', clientId, '--site', siteName, '--can', 'read')).resolves.toEqual({
      clientId,
      siteId,
      can: 'read',
    });
    await expect(status()).resolves.toBe(200);
    await expect(json('revoke', clientId, '--site', siteId)).resolves.toEqual({ clientId, siteId, isRevoked: true });
    await expect(status()).resolves.toBe(403);
    await expect(human('grant', clientId, '--all-sites', '--can', 'read')).resolves.toMatchObject({ code: 0 });
    await expect(status()).resolves.toBe(200);
    await expect(human('revoke', clientId, '--all-sites')).resolves.toMatchObject({ code: 0 });
    await expect(status()).resolves.toBe(403);
  });

  it('shuts a client out, lets it in again, gives it another secret, and removes it', async () => {
    const { clientId, clientSecret } = await clientWithToken();
    const token = (secret: string) => human('token', '--client', clientId, '--secret', secret);
    await expect(json('client', 'disable', clientId)).resolves.toMatchObject({ clientId, isEnabled: false });
    await expect(token(clientSecret)).resolves.toMatchObject({ code: 1, out: '' });
    await expect(human('client', 'enable', clientId)).resolves.toMatchObject({ code: 0 });
    await expect(token(clientSecret)).resolves.toMatchObject({ code: 0 });
    const another = textOf((await json('client', 'secret', 'add', clientId)).clientSecret);
    await expect(token(another)).resolves.toMatchObject({ code: 0 });
    await expect(json('client', 'remove', clientId, '--yes')).resolves.toMatchObject({ isRemoved: true });
    await expect(failure('client', 'show', clientId)).resolves.toMatchObject({ error: 'not_found' });
  });

  it('prints a token and nothing else', async () => {
    const { code, out, error } = await human('token');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    await expect(statusOf('/api/v1/public/sites', out.trim())).resolves.toBe(200);
    await expect(json('token')).resolves.toMatchObject({
      access_token: expect.any(String) as unknown,
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'sites:read schedules:write fleet:admin fleet:webhooks audit:read people:act',
    });
  });

  it('speaks for the client that the environment names', async () => {
    const { clientId, clientSecret } = await clientWithToken();
    const named = {
      SETPOINT_URL: serving.service.url,
      SETPOINT_CLIENT_ID: clientId,
      SETPOINT_CLIENT_SECRET: clientSecret,
    };
    await expect(runHere(['token'], named)).resolves.toMatchObject({ code: 0 });
    const refused = await runHere(['site', 'list'], named);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain('fleet:admin');
    const wrong = await runHere(['token', '--json'], { ...named, SETPOINT_CLIENT_SECRET: 'wrong' });
    expect({ ...wrong, error: (JSON.parse(wrong.error) as { error: string }).error }).toEqual({
      code: 1,
      out: '',
      error: 'invalid_client',
    });
  });

  it('maps a subject to a client, shows it, and takes it back', async () => {
    const mapping = ['--issuer', 'https://id.example', '--subject', uniqueName('robot')];
    const one = uniqueName('one');
    const { clientId } = await json('client', 'add', one);
    await expect(json('client', 'subject', 'add', one, ...mapping)).resolves.toMatchObject({
      clientId,
      isMapped: true,
    });
    const shown = await human('client', 'show', one);
    expect(shown.out).toContain(`${mapping[3]} of https://id.example`);
    await expect(human('client', 'subject', 'remove', one, ...mapping)).resolves.toMatchObject({ code: 0 });
    await expect(json('client', 'show', one)).resolves.toMatchObject({ subjects: [] });
  });

  it('gives groups and persons roles, and takes them back', async () => {
    const issuer = 'https://login.example.com';
    const group = await json('group', 'add', 'trading', '--issuer', issuer);
    const { groupId } = group;
    const siteId = textOf((await json('site', 'add', uniqueName('Werk'))).siteId);
    await expect(json('role', 'grant', 'dispatcher', '--group', 'trading', '--site', siteId)).resolves.toEqual({
      groupId,
      siteId,
      role: 'dispatcher',
    });
    await expect(json('group', 'list')).resolves.toMatchObject({
      groups: [{ groupName: 'trading', issuer, roles: [{ siteId, role: 'dispatcher' }] }],
    });
    const { personId } = await json('person', 'add', 'Ada', '--issuer', issuer, '--subject', '42');
    const toAda = ['role', 'grant', 'operator', '--all-sites', '--person'];
    const unsure = await human(...toAda, '42');
    expect(unsure).toMatchObject({ code: 1, out: '' });
    expect(unsure.error).toContain(`Name the person by the id (${textOf(personId)}), or add --yes`);
    await expect(json('person', 'show', '42')).resolves.toMatchObject({ roles: [] });
    for (const sure of [['42', '--yes'], [textOf(personId)]]) await json(...toAda, ...sure);
    await expect(json('person', 'show', textOf(personId).slice(0, 8))).resolves.toMatchObject({
      personId,
      roles: [{ allSites: true, role: 'operator' }],
    });
    await expect(json('person', 'disable', '42')).resolves.toMatchObject({ personId, isEnabled: false });
    const revoked = json('role', 'revoke', '--group', 'trading', '--site', siteId);
    await expect(revoked).resolves.toMatchObject({ isTaken: true });
    const removed = json('person', 'remove', '42', '--issuer', issuer, '--yes');
    await expect(removed).resolves.toMatchObject({ personId, isRemoved: true });
    await expect(json('group', 'remove', 'trading', '--yes')).resolves.toMatchObject({ groupId, isRemoved: true });
    await expect(json('whoami')).resolves.toMatchObject({ kind: 'client', name: 'operator' });
  });

  it('lists clients with what they can do, without their secrets', async () => {
    const clientName = uniqueName('Lister');
    const { clientId, clientSecret } = await json('client', 'add', clientName, '--scope', 'sites:read');
    await json('grant', clientName, '--all-sites', '--can', 'read');
    const list = await human('client', 'list');
    expect(list.out).toMatch(
      new RegExp(`^${textOf(clientId)}  ${clientName} +enabled +sites:read +read all sites$`, 'm'),
    );
    expect(list.out).not.toContain(textOf(clientSecret));
    const { clients } = await json('client', 'list');
    expect(clients).toContainEqual(expect.objectContaining({ clientId, scopes: ['sites:read'] }));
  });

  it('asks for an id when a name is not the only one of its kind', async () => {
    const siteName = uniqueName('twin');
    const [one, other] = [await json('site', 'add', siteName), await json('site', 'add', siteName)];
    const ambiguous = await failure('site', 'remove', siteName, '--yes');
    expect(ambiguous.error).toBe('ambiguous');
    for (const { siteId } of [one, other]) expect(ambiguous.message).toContain(textOf(siteId));
    await expect(failure('site', 'remove', 'no such name', '--yes')).resolves.toMatchObject({ error: 'not_found' });
    await expect(failure('client', 'show', NOBODY)).resolves.toMatchObject({ error: 'not_found' });
  });

  async function human(...args: string[]) {
    return serving.run(...args);
  }

  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, out, error } = await serving.run(...args, '--json');
    expect({ args, code, error }).toEqual({ args, code: 0, error: '' });
    return JSON.parse(out) as Record<string, unknown>;
  }

  async function failure(...args: string[]): Promise<{ error: string; message: string }> {
    const { code, out, error } = await serving.run(...args, '--json');
    expect({ args, code, out }).toEqual({ args, code: 1, out: '' });
    return JSON.parse(error) as { error: string; message: string };
  }

  async function clientWithToken() {
    const added = await json('client', 'add', uniqueName('Client'));
    const [clientId, clientSecret] = [textOf(added.clientId), textOf(added.clientSecret)];
    const { out } = await human('token', '--client', clientId, '--secret', clientSecret);
    return { clientId, clientSecret, token: out.trim() };
  }

  function uniqueName(stem: string): string {
    names += 1;
    return `${stem} ${names}`;
  }

  async function statusOf(path: string, token: string): Promise<number> {
    const response = await fetch(serving.service.url + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response.status;
  }
});

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('a text was expected');
}
