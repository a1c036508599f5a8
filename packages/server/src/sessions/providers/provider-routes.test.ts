import { type AddedClient, type HistoryBatchList, PATHS, SESSION_PATHS, type SessionList } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../testing/start-app.ts';
import {
  openCommandLine,
  type SignInWorld,
  signInWorldOfTest,
  startSignInProviders,
} from '../../../testing/sign-in-world.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { startProvider } from '../../../testing/start-provider.ts';

const providers = await startSignInProviders();
let world: SignInWorld;

describe.each(STORE_KINDS)('signing in through a provider, on %s', (kind) => {
  beforeEach(async () => {
    world = await signInWorldOfTest(providers, kind);
  });

  it('lets a person in where they wanted to go, with what their groups may do', async () => {
    await world.nameGroup('dispatcher');
    const page = world.browser();
    expect((await page.ask('GET', SESSION_PATHS.providers)).json()).toEqual({
      providers: [
        { id: 'company', name: 'Company login' },
        { id: 'partner', name: 'partner' },
      ],
    });
    expect(await page.signIn(providers.company, 'company', '/sites/7?view=plan')).toBe('/sites/7?view=plan');
    expect([...page.cookies.keys()]).toEqual(['__Host-setpoint-session']);
    const token = await page.token();
    expect(token).toMatchObject({ kind: 'person', clientName: 'Ada Brandt', scope: 'sites:read schedules:write' });
    expect(await world.asked(token)).toBe(200);
    expect(await world.asked(token, PATHS.fleetClients)).toBe(403);
    const headers = { authorization: `Bearer ${token?.access_token}` };
    const refused = await world.app.inject({ method: 'GET', url: PATHS.fleetClients, headers });
    expect(refused.json<{ message: string }>().message).toBe(
      'this needs the role operator, and you are dispatcher; ask an operator for it',
    );
    const site = (await world.operate('POST', PATHS.fleetSites, { siteName: 'Nordhafen' })).json<{ siteId: string }>();
    const at = (path: string) => path.replace(':siteId', site.siteId);
    const schedules = [{ asset: 'grid', type: 'activePowerkW', entries: [] }];
    const set = await world.app.inject({ method: 'POST', url: at(PATHS.schedules), headers, payload: { schedules } });
    expect(set.statusCode).toBe(201);
    const scopes = ['sites:read', 'schedules:write', 'people:act'];
    const desk = (await world.operate('POST', PATHS.fleetClients, { clientName: 'Desk', scopes })).json<AddedClient>();
    const acting = await world.world.actFor({ Authorization: headers.authorization }, desk);
    await world.app.inject({ method: 'POST', url: at(PATHS.schedules), headers: acting, payload: { schedules } });
    const history = await world.app.inject({ method: 'GET', url: at(PATHS.fleetSiteBatches), headers });
    const ada = { kind: 'person', id: token?.clientId, name: 'Ada Brandt' };
    expect(history.json<HistoryBatchList>().batches.map(({ actor }) => actor)).toEqual([
      { kind: 'client', id: desk.clientId, name: 'Desk', onBehalfOf: ada },
      ada,
    ]);
    const many = { mode: 'all', batches: [{ siteId: site.siteId, schedules }] };
    const called = await world.app.inject({ method: 'POST', url: PATHS.fleetSchedules, headers, payload: many });
    const { parentBatchId } = called.json<{ parentBatchId: string }>();
    const portfolio = PATHS.fleetPortfolio.replace(':parentBatchId', parentBatchId);
    expect((await world.app.inject({ method: 'GET', url: portfolio, headers })).json()).toMatchObject({
      actor: ada,
    });
    // Not the name, which is erased with the person.
    const events = await world.world.query('SELECT events FROM event');
    const actors = [...JSON.stringify(events).matchAll(/actor\W+kind\W+(\w+)\W+id\W+([\w-]+)/g)];
    expect(actors.map(([, what, id]) => [what, id])).toEqual([
      // Who added the site.
      ['client', expect.any(String)],
      ['person', token?.clientId],
      ['client', desk.clientId],
      ['person', token?.clientId],
    ]);
    expect(JSON.stringify(events)).not.toContain('Ada');
    const me = await world.app.inject({ method: 'GET', url: PATHS.fleetMe, headers });
    expect(me.json()).toMatchObject({ kind: 'person', name: 'Ada Brandt', roles: ['dispatcher'], groups: ['trading'] });
  });

  it('knows a person again, by issuer and subject alone', async () => {
    await world.browser().signIn(providers.company, 'company');
    providers.company.accounts.set('ada', { name: 'Ada Berg', groups: [] });
    await world.browser().signIn(providers.company, 'company');
    await world.browser().signIn(providers.partner, 'partner');
    const { persons } = (await world.operate('GET', PATHS.fleetPersons)).json<{ persons: object[] }>();
    expect(persons).toMatchObject([
      {
        personName: 'Ada Berg',
        issuer: providers.company.issuer,
        subject: 'ada',
        email: 'ada@example.com',
        groups: [],
      },
      { issuer: providers.partner.issuer, subject: 'ada' },
    ]);
  });

  it('records whom a sign-in makes known, and what it renames, before the session', async () => {
    await world.restart(providers.settings(), { sessionTimes: { askAgainMs: 60_000 } });
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    await world.browser().signIn(providers.company, 'company');
    providers.company.accounts.set('ada', { name: 'Ada Berg', groups: ['trading'] });
    world.clock.aheadMs = 120_000;
    const id = (await page.token())?.clientId ?? '';
    await world.operate('PATCH', PATHS.fleetPerson.replace(':personId', id), { isEnabled: false });
    // Refused, a sign-in changes nothing.
    providers.company.accounts.set('ada', { name: 'Ada Brandt', groups: ['others'] });
    expect(await world.browser().signIn(providers.company, 'company')).toBe('/?sign-in=disabled');
    const { persons } = (await world.operate('GET', PATHS.fleetPersons)).json<{ persons: object[] }>();
    expect(persons).toMatchObject([{ personName: 'Ada Berg', groups: ['trading'] }]);
    const subject = { kind: 'person', id };
    const records = (await world.records()).filter((record) => record.subject.id === id);
    const brandt = { personName: 'Ada Brandt', isEnabled: true, issuer: providers.company.issuer, subject: 'ada' };
    const berg = { ...brandt, personName: 'Ada Berg' };
    const actor = { ...subject, name: 'Ada Brandt' };
    const told = records.filter(({ action }) => !action.startsWith('token.') && action !== 'sign_in.failed');
    expect(told).toMatchObject([
      { action: 'person.added', actor, before: null, after: brandt },
      { action: 'session.began', actor },
      { action: 'session.began', actor },
      { action: 'person.changed', actor: { kind: 'service' }, before: brandt, after: berg },
      { action: 'person.changed', actor: { kind: 'client' }, after: { ...berg, isEnabled: false } },
    ]);
    expect(told[0]?.requestId).toBe(told[1]?.requestId);
  });

  it('counts the short tokens that a person gets, in the browser and at the command line', async () => {
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    for (let times = 0; times < 3; times += 1) await page.token();
    const line = openCommandLine(world);
    const { clientId: id, secret } = await line.logIn();
    await line.renew(secret);
    const issued = (await world.records()).filter(({ action, actor }) => action === 'token.issued' && actor.id === id);
    const actor = { kind: 'person', id, name: 'Ada Brandt' };
    expect(issued).toMatchObject([{ actor, subject: { kind: 'person', id }, after: { count: 5 } }]);
  });

  it('says to somebody without a role who they are, what they lack, and where they are signed in', async () => {
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    const token = await page.token();
    const headers = { authorization: `Bearer ${token?.access_token}` };
    const me = await world.app.inject({ method: 'GET', url: PATHS.fleetMe, headers });
    expect(me.json()).toMatchObject({
      name: 'Ada Brandt',
      roles: [],
      missing: 'you have no role, and none of your groups (trading) has one; ask an operator for a role',
    });
    expect(await world.asked(token, PATHS.fleetMySessions)).toBe(200);
    expect(await world.asked(token)).toBe(403);
    await world.nameGroup('viewer');
    expect((await world.app.inject({ method: 'GET', url: PATHS.fleetMe, headers })).json()).toMatchObject({
      roles: ['viewer'],
      missing: null,
    });
    const ended = await world.app.inject({ method: 'DELETE', url: PATHS.fleetMySessions, headers });
    expect([ended.statusCode, await world.asked(token, PATHS.fleetMe)]).toEqual([204, 401]);
    expect(await world.asked(undefined, PATHS.fleetMe)).toBe(401);
  });

  it('is over when the provider vouches for it no more, and goes on while it cannot be asked', async () => {
    const stopping = await startProvider([{ publicUrl: PUBLIC_URL, id: 'company' }]);
    stopping.accounts.set('ada', { name: 'Ada', groups: [] });
    stopping.who = 'ada';
    await world.restart(providers.settings({ issuer: stopping.issuer }), { sessionTimes: { askAgainMs: 60_000 } });
    const [here, there] = [world.browser(), world.browser()];
    await here.signIn(stopping, 'company');
    await there.signIn(stopping, 'company');
    stopping.accounts.clear();
    world.clock.aheadMs = 120_000;
    expect(await here.token()).toBeUndefined();
    await stopping[Symbol.asyncDispose]();
    expect(await there.token()).toBeDefined();
  });

  it('signs out there too, and everywhere here', async () => {
    await world.nameGroup('viewer');
    const [here, there] = [world.browser(), world.browser()];
    await here.signIn(providers.company, 'company');
    await there.signIn(providers.company, 'company');
    const token = await there.token();
    const headers = { authorization: `Bearer ${token?.access_token}` };
    const { sessions } = (
      await world.app.inject({ method: 'GET', url: PATHS.fleetMySessions, headers })
    ).json<SessionList>();
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ means: 'provider', provider: 'company', agent: 'a browser of the tests' });
    const out = await here.ask('DELETE', SESSION_PATHS.everywhere);
    const url = new URL(out.json<{ url: string }>().url);
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      providers.company.issuer,
      `${PUBLIC_URL}/`,
    ]);
    expect(url.searchParams.get('id_token_hint')).not.toBeNull();
    expect([await here.token(), await there.token(), await world.asked(token)]).toEqual([undefined, undefined, 401]);
  });

  it('ends with a notice of the provider: that session, and no other', async () => {
    await world.nameGroup('viewer');
    const [one, two] = [world.browser(), world.browser()];
    await one.signIn(providers.company, 'company');
    await two.signIn(providers.company, 'company');
    const token = await one.token();
    const sid = decodeJwt<{ sid: string }>(token?.access_token ?? '').sid;
    const [row] = await world.world.query(`SELECT provider_session FROM console_session WHERE session_id = '${sid}'`);
    expect(await world.notify(await world.logoutToken({ sid: row?.['provider_session'], sub: 'ada' }))).toBe(200);
    expect([await one.token(), await world.asked(token)]).toEqual([undefined, 401]);
    expect(await two.token()).toBeDefined();
    expect(await world.notify(await world.logoutToken({ sub: 'ada' }))).toBe(200);
    expect(await two.token()).toBeUndefined();
  });
});
