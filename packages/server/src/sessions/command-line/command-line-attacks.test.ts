import { type DeviceLogin, type LoginDone, PATHS, SESSION_PATHS, type SessionList } from '@setpoint/contract';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../testing/start-app.ts';
import { openSigningKeys } from '../../identity/keys/signing-keys.ts';
import {
  type CommandLine,
  LINE_PORT,
  openCommandLine,
  type SignInWorld,
  signInWorldOfTest,
  startSignInProviders,
} from '../../../testing/sign-in-world.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';

const providers = await startSignInProviders();
let world: SignInWorld;
let line: CommandLine;

/** All that a good token claims, and signed by the service itself, but for somebody else. */
async function forAnother(): Promise<string> {
  const { iat: _iat, exp: _exp, ...claims } = decodeJwt((await line.logIn()).access_token);
  const keys = await openSigningKeys({ store: world.world.store, now: () => Date.now() });
  const { kid, privateKey } = await keys.signingKey();
  return new SignJWT({ ...claims, aud: 'https://another.example' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(privateKey);
}

/** A sign-in by a code that is typed elsewhere. */
async function beginDevice() {
  const body = { provider: 'company' };
  const begun = (await line.send('POST', SESSION_PATHS.commandLineDevice, { body })).json<DeviceLogin>();
  return {
    poll: () => line.send('POST', SESSION_PATHS.commandLinePoll, { body: { ticket: begun.ticket } }),
    type: () => providers.company.typeCode(begun.url, begun.userCode),
  };
}

describe('attacks on a sign-in of the command line', () => {
  beforeEach(async () => {
    world = await signInWorldOfTest(providers);
    line = openCommandLine(world);
    await world.nameGroup('operator');
  });

  it.each(
    Object.entries<() => Promise<{ readonly statusCode: number }>>({
      'a code that somebody stole, without the ticket of the command line that asked for it': async () => {
        const { search } = await line.goThrough((await line.begin()).url);
        return line.finish((await line.begin()).ticket, search);
      },
      'a code that is used twice': async () => {
        const { url, ticket } = await line.begin();
        const { search } = await line.goThrough(url);
        expect((await line.finish(ticket, search)).statusCode).toBe(200);
        return line.finish(ticket, search);
      },
      'a ticket and a code that are used twice at a provider that takes them twice': async () => {
        providers.company.takesCodesAgain = true;
        const { url, ticket } = await line.begin();
        const { search } = await line.goThrough(url);
        const both = await Promise.all([line.finish(ticket, search), line.finish(ticket, search)]);
        expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
        return line.finish(ticket, search);
      },
      'the answer of another issuer': async () => {
        const { url, ticket } = await line.begin();
        const landing = await line.goThrough(url);
        landing.searchParams.set('iss', providers.partner.issuer);
        return line.finish(ticket, landing.search);
      },
      'the sign-in that a browser began, in the place of a ticket': async () => {
        const page = world.browser();
        const back = new URL(await providers.company.browse(await page.begin('company')));
        return line.finish(page.cookies.get('__Host-setpoint-sign-in') ?? '', back.search);
      },
      'a ticket of the one way, used for the other': async () =>
        line.send('POST', SESSION_PATHS.commandLinePoll, { body: { ticket: (await line.begin()).ticket } }),
      'an access token of the service, in the place of a ticket': async () => {
        const { access_token: ticket } = await line.logIn();
        return line.finish(ticket, (await line.goThrough((await line.begin()).url)).search);
      },
      'a code that was typed elsewhere, asked for twice': async () => {
        const { poll, type } = await beginDevice();
        expect((await poll()).json()).toEqual({ isWaiting: true, isTooFast: false });
        await type();
        expect((await poll()).json<LoginDone>()).toMatchObject({ kind: 'person', clientName: 'Ada Brandt' });
        return poll();
      },
      'a code that is refused elsewhere': async () => {
        providers.company.who = undefined;
        const { poll, type } = await beginDevice();
        await type();
        expect((await poll()).json()).toMatchObject({
          message: expect.stringContaining('that you refused') as unknown,
        });
        return poll();
      },
      'a ticket that is too old': async () => {
        const { url, ticket } = await line.begin();
        const { search } = await line.goThrough(url);
        world.clock.aheadMs = 11 * 60_000;
        return line.finish(ticket, search);
      },
      'an access token, where the secret of a command line is asked for': async () =>
        line.renew((await line.logIn()).access_token),
      'the secret of a command line, where an access token is asked for': async () =>
        line.send('GET', PATHS.sites, { secret: (await line.logIn()).secret }),
      'the secret of a command line as a cookie': async () => {
        const page = world.browser();
        page.cookies.set('__Host-setpoint-session', (await line.logIn()).secret);
        return page.ask('POST', SESSION_PATHS.token);
      },
      'a ticket as an access token': async () => line.send('GET', PATHS.sites, { secret: (await line.begin()).ticket }),
      'a token that was signed here for another audience': async () =>
        line.send('GET', PATHS.sites, { secret: await forAnother() }),
      'what the provider signed for this service, as an access token': async () =>
        line.send('GET', PATHS.sites, { secret: await world.logoutToken({ sub: 'ada', aud: PUBLIC_URL }) }),
    }),
  )('%s lets nobody in', async (_attack, run) => {
    expect((await run()).statusCode).toBe(401);
  });

  it('a provider is asked for ten devices a minute at most by one address, and by others all the same', async () => {
    // The minute that is counted has just begun.
    world.clock.aheadMs = -(Date.now() % 60_000);
    const body = { provider: 'company' };
    const begin = (remoteAddress: string) =>
      world.app.inject({ method: 'POST', url: SESSION_PATHS.commandLineDevice, payload: body, remoteAddress });
    const begun: number[] = [];
    while (begun.length < 10) begun.push((await begin(`2001:db8::${begun.length}`)).statusCode);
    expect(new Set(begun)).toEqual(new Set([200]));
    const refused = await begin('2001:db8::a');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers['retry-after']);
    expect([wait > 0, wait <= 60, (await begin('192.0.2.1')).statusCode]).toEqual([true, true, 200]);
    world.clock.aheadMs += wait * 1_000;
    expect((await begin('2001:db8::a')).statusCode).toBe(200);
  });

  it('nothing but the port of this machine is where a browser is led', async () => {
    for (const port of [0, 80, 1_023, 65_536, 1.5, '8080', '1@evil.example']) {
      const begun = await line.send('POST', SESSION_PATHS.commandLineBegin, { body: { provider: 'company', port } });
      expect(begun.statusCode).toBe(400);
    }
    const callback = SESSION_PATHS.callback.replace(':provider', 'company');
    for (const state of [
      'cli.80.x',
      'cli.99999.x',
      'cli.1@evil.example.x',
      'cli.40000@evil.x',
      'cli.40000.x"><b>',
      '',
    ]) {
      const query = new URLSearchParams({ state, code: 'c' }).toString();
      const answer = await line.send('GET', `${callback}?${query}`);
      expect([state, answer.statusCode, answer.headers.location]).toEqual([state, 303, '/?sign-in=expired']);
    }
    const texts = { state: 'cli.40000.x', code: `"'><script>&`, other: 'dropped' };
    const page = await line.send('GET', `${callback}?${new URLSearchParams(texts).toString()}`);
    const href = 'http://127.0.0.1:40000/?code=%22%27%3E%3Cscript%3E%26&amp;state=cli.40000.x';
    expect(/href="([^"]*)"/.exec(page.body)?.[1]).toBe(href);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('a ticket is no secret of the session, and says nothing of the provider but the sign-in', async () => {
    const { ticket } = await line.begin();
    expect(decodeProtectedHeader(ticket).typ).toBe('login+jwt');
    expect(JSON.stringify(decodeJwt(ticket))).not.toContain(providers.company.clientSecret);
  });

  it('says which provider to name, and that one has no sign-in on other devices', async () => {
    const asked = await line.send('POST', SESSION_PATHS.commandLineBegin, { body: { port: LINE_PORT } });
    expect(asked.json<{ message: string }>().message).toBe('say which provider: company, partner');
    const unknown = await line.send('POST', SESSION_PATHS.commandLineBegin, {
      body: { provider: 'x', port: LINE_PORT },
    });
    expect(unknown.statusCode).toBe(404);
    await world.restart([]);
    const none = await line.send('POST', SESSION_PATHS.commandLineBegin, { body: { port: LINE_PORT } });
    expect(none.json<{ message: string }>().message).toContain('has no provider');
  });
});

describe.each(STORE_KINDS)('signing in at the command line, on %s', (kind) => {
  beforeEach(async () => {
    world = await signInWorldOfTest(providers, kind);
    line = openCommandLine(world);
  });

  it('lets a person in with what their groups may do, until they sign out', async () => {
    await world.nameGroup('dispatcher');
    const done = await line.logIn();
    expect(done).toMatchObject({ kind: 'person', clientName: 'Ada Brandt', scope: 'sites:read schedules:write' });
    expect([await world.asked(done), await world.asked(done, PATHS.fleetClients)]).toEqual([200, 403]);
    const shown = await line.send('GET', PATHS.fleetMySessions, { secret: done.access_token });
    const own = { means: 'command line', provider: 'company', isThis: true };
    expect(shown.json<SessionList>().sessions).toMatchObject([own]);
    const renewed = (await line.renew(done.secret)).json<LoginDone>();
    expect(await world.asked(renewed)).toBe(200);
    expect((await line.send('DELETE', SESSION_PATHS.commandLine, { secret: done.secret })).statusCode).toBe(204);
    expect([await world.asked(done), await world.asked(renewed)]).toEqual([401, 401]);
    expect((await line.renew(done.secret)).statusCode).toBe(401);
  });

  it('loses a group with the next request, and everything when it is disabled', async () => {
    await world.nameGroup('viewer');
    await world.restart(providers.settings(), { sessionTimes: { askAgainMs: 60_000 } });
    const done = await line.logIn();
    expect(await world.asked(done)).toBe(200);
    providers.company.accounts.set('ada', { name: 'Ada Brandt', groups: [] });
    world.clock.aheadMs = 120_000;
    expect((await line.renew(done.secret)).json<LoginDone>().scope).toBe('');
    expect(await world.asked(done)).toBe(403);
    const path = PATHS.fleetPerson.replace(':personId', done.clientId);
    await world.operate('PATCH', path, { isEnabled: false });
    expect([await world.asked(done), (await line.renew(done.secret)).statusCode]).toEqual([401, 401]);
    const { url, ticket } = await line.begin();
    const refused = await line.finish(ticket, (await line.goThrough(url)).search);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      401,
      'this person is disabled here; ask an operator',
    ]);
    await world.operate('PATCH', path, { isEnabled: true });
    expect([await world.asked(done), (await line.renew(done.secret)).statusCode]).toEqual([401, 401]);
  });

  it('is recorded', async () => {
    const done = await line.logIn();
    await line.send('DELETE', SESSION_PATHS.commandLine, { secret: done.secret });
    const { records } = (await world.operate('GET', `${PATHS.fleetAudit}?actor=person:${done.clientId}`)).json<{
      records: object[];
    }>();
    expect(records).toMatchObject([
      { action: 'session.ended', actor: { kind: 'person', id: done.clientId } },
      { action: 'session.began', after: { means: 'command line', provider: 'company' } },
      { action: 'person.added', after: { personName: 'Ada Brandt' } },
    ]);
  });
});
