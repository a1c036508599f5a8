import { once } from 'node:events';
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient } from '@setpoint/client';
import { describe, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, startProvider } from '@setpoint/server/testing/start-provider';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { ofTests } from '@setpoint/server/testing/of-tests';
import { operatorOf } from '../../support/service/sign-in.ts';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { startService } from '../../support/service/start-service.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';
import { collect, type Finished, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';

interface Shown {
  readonly address: string;
  readonly code: string | undefined;
}

describe('setpoint login', async () => {
  const [data, home] = [folderOfTests(), folderOfTests()];
  const link = await ofTests(startProxy());
  const issuer = `http://127.0.0.1:${link.port}`;
  const scopes = ['openid', 'profile', 'email', 'groups'];
  const settings = [
    { id: 'company', name: 'Company login', issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scopes },
  ];
  const env = { SETPOINT_PROVIDERS: JSON.stringify(settings) };
  const service = await ofTests(startService({ dataDir: data, env }));
  const awayAtStart = `nobody can sign in through company until this is fixed: ${issuer}/.well-known/openid-configuration cannot be reached`;
  await lookUntil(
    async () => service.output(),
    (output) => output.includes('nobody can sign in'),
  );
  const provider = await ofTests(startProvider([{ publicUrl: service.url, id: 'company' }], issuer));
  link.leadTo(provider.port);
  provider.accounts.set('ada', { name: 'Ada Brandt', groups: ['trading'] });
  provider.who = 'ada';
  const operator = createSetpointClient({ url: service.url, ...(await operatorOf(data)) });
  const group = await operator.people.addGroup({ issuer, groupName: 'trading' });
  await operator.people.giveGroupRole(group.groupId, { role: 'operator', allSites: true });
  const environment = { HOME: home };
  const file = join(home, '.config', 'setpoint', 'login.json');

  const run = (...args: string[]) => runSetpoint(args, environment);

  /** Signs in as whoever sits at the provider; `go` does what the person does. */
  async function logIn(go: (shown: Shown) => Promise<void>, ...args: string[]): Promise<Finished> {
    const child = startSetpoint(['login', '--url', service.url, '--json', ...args], environment);
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    const closed = once(child, 'close');
    const seen = /Open (\S+?)(?:, and type the code (\S+))?\. This/;
    while (!seen.test(error())) await Promise.race([once(child.stderr, 'data'), closed]);
    const [, address = '', code] = seen.exec(error()) ?? [];
    await go({ address, code });
    await closed;
    return { code: child.exitCode, out: out(), error: error() };
  }

  async function landingOf({ address }: Shown): Promise<URL> {
    const page = await fetch(await provider.browse(address));
    const href = /href="(http[^"]+)"/.exec(await page.text())?.[1] ?? '';
    return new URL(href.replaceAll('&amp;', '&'));
  }

  const goThrough = async (shown: Shown) => {
    const answer = await fetch(await landingOf(shown));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Go back') as unknown]);
  };

  it('works with a provider that was away when the service started, which said so', async () => {
    expect(service.output()).toContain(awayAtStart);
    expect(await logIn(goThrough)).toMatchObject({ code: 0 });
  });

  it('makes commands speak for the person, with its roles, until it signs out', async () => {
    const done = await logIn(goThrough);
    expect(done).toMatchObject({ code: 0 });
    expect(JSON.parse(done.out)).toMatchObject({ url: service.url, name: 'Ada Brandt', file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run('whoami')).out).toMatch(/person +Ada Brandt$/m);
    expect(await run('site', 'add', 'Nordhafen')).toMatchObject({ code: 0 });
    const actors = [];
    for await (const { actor } of operator.audit.list({ action: 'site.added' })) actors.push(actor);
    expect(actors).toMatchObject([{ kind: 'person', name: 'Ada Brandt' }]);
    expect((await run('token')).out).toMatch(/^eyJ/);
    expect(await run('logout')).toMatchObject({ code: 0, out: `Ada Brandt is signed out at ${service.url}.\n` });
    expect(() => statSync(file)).toThrow('ENOENT');
    expect(await run('site', 'list')).toMatchObject({
      code: 1,
      error: expect.stringContaining('setpoint login') as unknown,
    });
    expect(await run('logout')).toMatchObject({ code: 0, out: 'Nobody is signed in here.\n' });
  });

  it('waits on for the right answer when somebody brings a wrong one', async () => {
    const done = await logIn(async (shown) => {
      const landing = await landingOf(shown);
      for (const [name, value] of [
        ['state', 'x'],
        ['state', ''],
      ] as const) {
        const wrong = new URL(landing);
        wrong.searchParams.set(name, value);
        expect((await fetch(wrong)).status).toBe(400);
      }
      const elsewhere = new URL(landing);
      elsewhere.pathname = '/other';
      expect((await fetch(elsewhere)).status).toBe(400);
      expect((await fetch(landing, { method: 'POST' })).status).toBe(400);
      const byName = new URL(landing);
      byName.hostname = 'localhost';
      expect((await fetch(byName).catch(() => ({ status: 400 }))).status).toBe(400);
      await fetch(landing);
    });
    expect(done).toMatchObject({ code: 0 });
  });

  it('says so when the person refuses at the provider', async () => {
    provider.who = undefined;
    const done = await logIn(goThrough);
    provider.who = 'ada';
    expect(done.code).toBe(1);
    expect(done.error).toContain('The provider says that you refused');
  });

  it('signs in by a code that is typed on another device', async () => {
    const done = await logIn(({ address, code = '' }) => provider.typeCode(address, code), '--device');
    expect(done).toMatchObject({ code: 0 });
    expect((await run('whoami')).out).toMatch(/roles +operator$/m);
  });

  it('renews its token, keeps it, and says when the sign-in is over', async () => {
    await logIn(goThrough);
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { token: string; tokenEndsAt: number };
    writeFileSync(file, JSON.stringify({ ...kept, tokenEndsAt: 0 }));
    expect(await run('site', 'list')).toMatchObject({ code: 0 });
    const renewed = JSON.parse(readFileSync(file, 'utf8')) as { token: string };
    expect(renewed.token).not.toBe(kept.token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // A token that is refused is renewed too.
    writeFileSync(file, JSON.stringify({ ...renewed, token: 'x.y.z', tokenEndsAt: Date.now() + 100_000 }));
    expect(await run('site', 'list')).toMatchObject({ code: 0 });
    const me = JSON.parse((await run('whoami', '--json')).out) as { id: string };
    await operator.people.endPersonSessions(me.id);
    const over = await run('site', 'list');
    expect(over).toMatchObject({ code: 1, error: expect.stringContaining('Run `setpoint login`') as unknown });
  });

  it('is over at once when the session is ended at the provider, and no other is', async () => {
    const tokens: string[] = [];
    for (const browser of ['other', 'ended']) {
      await logIn(goThrough);
      tokens.push((await run('token')).out.trim());
      // As on another machine: who signs in anew is signed out before.
      if (browser === 'other') renameSync(file, `${file}.other`);
    }
    const [other = '', ended = ''] = tokens;
    const ask = (path: string, token: string) =>
      fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
    const stream = await ask('/api/v1/fleet/events', ended);
    const statusOf = async (token: string) => (await ask('/api/v1/fleet/me', token)).status;
    expect([await statusOf(other), await statusOf(ended), stream.status]).toEqual([200, 200, 200]);
    await provider.signOut();
    await lookUntil(
      () => statusOf(ended),
      (status) => status === 401,
    );
    // Until its end.
    await stream.text();
    expect(await statusOf(other)).toBe(200);
    const over = await run('site', 'list');
    expect(over).toMatchObject({ code: 1, error: expect.stringContaining('Run `setpoint login`') as unknown });
    const { value: last } = await operator.audit.list({ action: 'session.ended' }).next();
    expect(last).toMatchObject({ actor: { kind: 'service' }, before: { provider: 'company' } });
  });

  it('names the address that does not answer', async () => {
    const { code, error } = await run('login', '--url', 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(error).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer: /);
  });

  it('refuses a file that others may read, and is nobody at another service', async () => {
    await logIn(goThrough);
    const elsewhere = { ...environment, SETPOINT_URL: 'http://127.0.0.1:1' };
    expect(await runSetpoint(['site', 'list'], elsewhere)).toMatchObject({
      code: 1,
      error: expect.stringContaining('setpoint login') as unknown,
    });
    chmodSync(file, 0o644);
    expect(await run('site', 'list')).toMatchObject({
      code: 1,
      error: expect.stringContaining('others may read it') as unknown,
    });
    chmodSync(file, 0o600);
    expect(await run('site', 'list')).toMatchObject({ code: 0 });
    writeFileSync(file, '{');
    expect(await run('site', 'list')).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not used') as unknown,
    });
  });
});
