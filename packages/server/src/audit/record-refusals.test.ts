import { type AddedClient, PATHS, SESSION_PATHS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { signInWorldOfTest, startSignInProviders } from '../../testing/sign-in-world.ts';
import { inEachTest } from '../../testing/of-tests.ts';

const providers = await startSignInProviders();

const world = inEachTest(() => signInWorldOfTest(providers));

const ASKED = { method: 'GET', route: PATHS.fleetClients };

/** What the log has of an action: who, what of, and what it says. */
async function recorded(action: string) {
  const records = (await world.records()).filter((record) => record.action === action);
  return records.map(({ actor, subject, after }) => ({ actor, kind: subject.id, after }));
}

async function ask(authorization: string | undefined, url: string = PATHS.fleetClients): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization };
  return (await world.app.inject({ method: 'GET', url, headers })).statusCode;
}

const addClient = (clientName: string, scopes: readonly string[] = ['sites:read']) =>
  world.world.done<AddedClient>('POST', PATHS.fleetClients, { body: { clientName, scopes } });

const tokenFor = async (client: AddedClient) => (await world.world.bearer('sites:read', client))['Authorization'];

async function signIn(who: 'ada' | 'bob') {
  providers.company.who = who;
  const page = world.browser();
  await page.signIn(providers.company, 'company');
  const token = await page.token();
  return { id: token?.clientId ?? '', token: token?.access_token ?? '' };
}

it('names each person, client and controller that is refused, and no stranger', async () => {
  await world.nameGroup('viewer');
  const ada = await signIn('ada');
  const bob = await signIn('bob');
  const desk = await addClient('desk', ['sites:read', 'people:act']);
  const site = (await world.operate('POST', PATHS.fleetSites, { siteName: 'N' })).json<Record<string, string>>();
  await world.restart(providers.settings(), { environment: { SETPOINT_SHARES: 'key-calls-per-minute=1' } });
  expect(await ask(`Bearer ${ada.token}`)).toBe(403);
  expect(await ask(`Bearer ${ada.token}`)).toBe(403);
  expect(await ask(`Bearer ${bob.token}`)).toBe(403);
  expect(await ask(await tokenFor(desk))).toBe(403);
  const acting = await world.world.actFor({ Authorization: `Bearer ${ada.token}` }, desk);
  expect(await ask(acting['Authorization'])).toBe(403);
  const key = `Bearer ${site['controllerKey']}`;
  expect([await ask(key, PATHS.controllerSchedule), await ask(key, PATHS.controllerSchedule)]).toEqual([200, 429]);
  expect(await ask('Bearer nobody')).toBe(401);
  const [client, person] = [
    { kind: 'client', id: desk.clientId, name: 'desk' },
    { kind: 'person', id: ada.id, name: 'Ada Brandt' },
  ];
  const forbidden = { ...ASKED, code: 'forbidden', count: 1 };
  const polled = { method: 'GET', route: PATHS.controllerSchedule, code: 'too_many_requests', count: 1 };
  expect(await recorded('request.refused')).toEqual([
    { actor: person, kind: 'forbidden', after: { ...forbidden, count: 2 } },
    { actor: { kind: 'person', id: bob.id, name: 'Bob' }, kind: 'forbidden', after: forbidden },
    { actor: client, kind: 'forbidden', after: forbidden },
    { actor: { ...client, onBehalfOf: person }, kind: 'forbidden', after: forbidden },
    { actor: { kind: 'controller', id: site['siteId'] }, kind: 'too_many', after: polled },
    { actor: { kind: 'unknown', id: '' }, kind: 'failed_token', after: { ...ASKED, code: 'unauthorized', count: 1 } },
  ]);
});

it('names who calls too often, and not who failed too often', async () => {
  const desk = await addClient('desk');
  const authorization = await tokenFor(desk);
  const ada = await signIn('ada');
  const environment = { SETPOINT_CLIENT_CALLS_PER_MINUTE: '1', SETPOINT_SHARES: 'failed-auth-per-minute=1' };
  await world.restart(providers.settings(), { environment });
  for (const who of [authorization, `Bearer ${ada.token}`]) {
    expect([await ask(who, PATHS.fleetMe), await ask(who, PATHS.fleetMe)]).toEqual([200, 429]);
  }
  expect([await ask(undefined), await ask(undefined)]).toEqual([401, 429]);
  const refused = (await recorded('request.refused')).map(({ actor, kind }) => [actor.kind, actor.id, kind]);
  expect(refused).toEqual([
    ['client', desk.clientId, 'too_many'],
    ['person', ada.id, 'too_many'],
    ['unknown', '', 'failed_token'],
    ['unknown', '', 'too_many'],
  ]);
});

it('has each sign-in that failed, with the provider and whom that vouched for', async () => {
  const { id } = await signIn('ada');
  const desk = await addClient('desk');
  await expect(tokenFor({ ...desk, clientSecret: 'scs_wrong' })).rejects.toThrow('401');
  await ask('Bearer wrong', PATHS.controllerSchedule);
  await world.operate('PATCH', PATHS.fleetPerson.replace(':personId', id), { isEnabled: false });
  const page = world.browser();
  expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=disabled');
  providers.company.who = undefined;
  expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=refused');
  expect(await page.comeBack('https://x/session/callback/partner?code=x&state=y')).toBe('/?sign-in=expired');
  expect(await world.notify('forged')).toBe(400);
  const stranger = { kind: 'unknown', id: '' };
  const unauthorized = { code: 'unauthorized', count: 1 };
  const came = { method: 'GET', route: SESSION_PATHS.callback, ...unauthorized };
  const told = { method: 'POST', route: SESSION_PATHS.backChannelLogout, ...unauthorized };
  expect(await recorded('sign_in.failed')).toEqual([
    {
      actor: { ...stranger, id: desk.clientId },
      kind: 'failed_login',
      after: { method: 'POST', route: PATHS.token, ...unauthorized },
    },
    { actor: stranger, kind: 'failed_key', after: { method: 'GET', route: PATHS.controllerSchedule, ...unauthorized } },
    {
      actor: { kind: 'person', id, name: 'Ada Brandt' },
      kind: 'failed_session',
      after: { ...came, provider: 'company' },
    },
    // The last of them is the sample.
    { actor: stranger, kind: 'failed_session', after: { ...told, provider: 'company', count: 2 } },
    { actor: stranger, kind: 'failed_session', after: { ...came, provider: 'partner' } },
  ]);
});

it('counts against an address whom a provider vouches for and who is disabled', async () => {
  const { id } = await signIn('ada');
  await world.operate('PATCH', PATHS.fleetPerson.replace(':personId', id), { isEnabled: false });
  await world.restart(providers.settings(), { environment: { SETPOINT_SHARES: 'failed-auth-per-minute=1' } });
  const page = world.browser();
  expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=disabled');
  expect(await page.signIn(providers.company, 'company')).toBe('429');
});
