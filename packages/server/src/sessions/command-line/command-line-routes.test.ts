import { type DeviceLogin, type LoginDone, PATHS, SESSION_PATHS, type SessionList } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../testing/start-app.ts';
import { type CommandLine, LINE_PORT, openCommandLine } from '../../../testing/open-command-line.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { signInWorldOfTest, type SignInWorld, startSignInProviders } from '../../../testing/sign-in-world.ts';

const providers = await startSignInProviders();
let world: SignInWorld;
let line: CommandLine;

describe.each(STORE_KINDS)('signing in at the command line, on %s', (kind) => {
  beforeEach(async () => {
    world = await signInWorldOfTest(providers, kind);
    line = openCommandLine(world);
  });

  it('lets a person in with what their groups may do, until they sign out', async () => {
    await world.nameGroup('dispatcher');
    const begun = await line.begin();
    const landing = await line.goThrough(begun.url);
    expect(landing.origin).toBe(`http://127.0.0.1:${LINE_PORT}`);
    expect(landing.searchParams.get('state')).toBe(begun.state);
    const done = (await line.finish(begun.ticket, landing.search)).json<LoginDone>();
    expect(done).toMatchObject({ kind: 'person', clientName: 'Ada Brandt', scope: 'sites:read schedules:write' });
    expect(done.secret).toMatch(/^sct_[\w-]{43}$/);
    expect(decodeJwt(done.access_token)).toMatchObject({ iss: PUBLIC_URL, aud: PUBLIC_URL, sub: done.clientId });
    expect(done.expires_in).toBeLessThanOrEqual(300);
    expect(await world.asked(done)).toBe(200);
    expect(await world.asked(done, PATHS.fleetClients)).toBe(403);
    const shown = await line.send('GET', PATHS.fleetMySessions, { secret: done.access_token });
    const { sessions } = shown.json<SessionList>();
    expect(sessions).toMatchObject([{ means: 'command line', provider: 'company', isThis: true }]);
    const renewed = (await line.renew(done.secret)).json<LoginDone>();
    expect(await world.asked(renewed)).toBe(200);
    expect((await line.send('DELETE', SESSION_PATHS.commandLine, { secret: done.secret })).statusCode).toBe(204);
    expect([await world.asked(done), await world.asked(renewed)]).toEqual([401, 401]);
    expect((await line.renew(done.secret)).statusCode).toBe(401);
  });

  it('lets a person in who types a code on another device', async () => {
    await world.nameGroup('viewer');
    const body = { provider: 'company' };
    const begun = (await line.send('POST', SESSION_PATHS.commandLineDevice, { body })).json<DeviceLogin>();
    expect(begun).toMatchObject({ intervalSeconds: 5, url: `${providers.company.issuer}/device` });
    const poll = () => line.send('POST', SESSION_PATHS.commandLinePoll, { body: { ticket: begun.ticket } });
    expect((await poll()).json()).toEqual({ isWaiting: true, isTooFast: false });
    await providers.company.typeCode(begun.url, begun.userCode);
    const done = (await poll()).json<LoginDone>();
    expect(done).toMatchObject({ kind: 'person', clientName: 'Ada Brandt', scope: 'sites:read' });
    expect(await world.asked(done)).toBe(200);
    // The code was good once.
    expect((await poll()).statusCode).toBe(401);
    providers.company.who = undefined;
    const again = (await line.send('POST', SESSION_PATHS.commandLineDevice, { body })).json<DeviceLogin>();
    await providers.company.typeCode(again.url, again.userCode);
    const refused = await line.send('POST', SESSION_PATHS.commandLinePoll, { body: { ticket: again.ticket } });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      401,
      'the provider says that you refused, or may not sign in here',
    ]);
  });

  it('loses a group with the next request, and everything when it is disabled', async () => {
    await world.nameGroup('viewer');
    await world.restart(providers.settings(), { sessionTimes: { askAgainMs: 60_000 } });
    const done = await line.logIn();
    expect(await world.asked(done)).toBe(200);
    providers.company.accounts.set('ada', { name: 'Ada Brandt', groups: [] });
    world.aheadMs = 120_000;
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
