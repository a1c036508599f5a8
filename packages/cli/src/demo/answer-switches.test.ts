import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMONSTRATION, PATHS } from '@setpoint/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startFrontDoor } from '../faults/start-front-door.ts';
import { answerSwitches } from './answer-switches.ts';
import { createSiteSwitch, CUT_OFF, LIE } from './create-site-switch.ts';

const [SITE, OTHER] = [crypto.randomUUID(), crypto.randomUUID()];
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'Bearer operator': ['sites:read', 'fleet:admin'],
  'Bearer trader': ['sites:read', 'schedules:write'],
};

/** A door with the switch, before a service that knows an operator and a trader. */
async function openDoor() {
  const service = createServer(({ url, headers: { authorization = '' } }, response) => {
    const scopes = SCOPES[authorization];
    response.writeHead(url === PATHS.fleetMe && scopes !== undefined ? 200 : 401).end(JSON.stringify({ scopes }));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const said: string[] = [];
  const sites = [
    { siteId: SITE, siteName: 'School' },
    { siteId: OTHER, siteName: 'Brewery' },
  ];
  const say = (text: string) => said.push(text);
  const cutOff = createSiteSwitch({ sites, kind: CUT_OFF, say });
  const lie = createSiteSwitch({ sites, kind: LIE, say });
  const everything = { kind: 'too_many_requests', seconds: 1, path: '/', method: undefined, probability: 1 } as const;
  const faults = () => [everything];
  const door = await startFrontDoor({
    port: 0,
    faults,
    random: () => 0,
    own: answerSwitches({ [DEMONSTRATION.cutOff]: cutOff, [DEMONSTRATION.lie]: lie }),
  });
  door.passTo(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    await door.close();
    service.closeAllConnections();
    service.close();
  });
  return { cutOff, lie, said, ask: (asked: Asked = {}) => ask(door.url, asked) };
}

interface Asked {
  readonly method?: string;
  readonly siteId?: string;
  readonly at?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const OPERATOR = { authorization: 'Bearer operator' };

/** Not by fetch, which sends the Host that it likes. */
async function ask(url: string, { method = 'GET', siteId, at = DEMONSTRATION.cutOff, headers = OPERATOR }: Asked) {
  const path = at + (siteId === undefined ? '' : `/${siteId}`);
  const sent = request(url + path, { method, headers }).end();
  const [answer] = await once(sent, 'response');
  const text = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

test('a site is cut off until it is connected again, whatever goes wrong at the interface', async () => {
  const { cutOff, said, ask: send } = await openDoor();
  expect((await send()).body).toEqual({ siteIds: [] });
  for (const _ of [1, 2]) expect((await send({ method: 'PUT', siteId: SITE })).status).toBe(204);
  expect((await send()).body).toEqual({ siteIds: [SITE] });
  expect(cutOff.ofSite('School')).toMatchObject([{ kind: 'half_open' }]);
  expect(cutOff.ofSite('Brewery')).toEqual([]);
  for (const _ of [1, 2]) expect((await send({ method: 'DELETE', siteId: SITE })).status).toBe(204);
  expect((await send()).body).toEqual({ siteIds: [] });
  expect(cutOff.ofSite('School')).toEqual([]);
  expect(said).toEqual(['School is cut off.', 'School is connected again.']);
});

test.each<[string, number, Asked['headers']]>([
  ['without a token, with a cookie alone', 401, { cookie: 'session=operator' }],
  ['with a token that the service does not take', 401, { authorization: 'Bearer nobody' }],
  ['with the token of a trader', 403, { authorization: 'Bearer trader' }],
  ['from the page of another origin', 403, { ...OPERATOR, origin: 'https://evil.example' }],
  ['from another port of this machine', 403, { ...OPERATOR, origin: 'http://127.0.0.1:1' }],
  ['from a page without an origin', 403, { ...OPERATOR, origin: 'null' }],
  ['by a name that was made to lead here', 403, { ...OPERATOR, host: 'evil.example:8080' }],
  ['by a name that begins as ours does', 403, { ...OPERATOR, host: '127.0.0.1.evil.example' }],
])('%s nothing is read, cut off or connected', async (_name, status, headers = {}) => {
  const { cutOff, ask: send } = await openDoor();
  cutOff.turnOn(OTHER);
  const answers = [
    await send({ headers }),
    await send({ headers, method: 'PUT', siteId: SITE }),
    await send({ headers, method: 'DELETE', siteId: OTHER }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  expect(answers.flatMap(({ headers: given }) => Object.keys(given)).join()).not.toContain('access-control');
  expect(cutOff.siteIds()).toEqual([OTHER]);
});

test('what is not there is not found', async () => {
  const { ask: send } = await openDoor();
  const asked = [
    { siteId: SITE },
    { at: '/demo/other' },
    { at: '/demo/lies' },
    { method: 'PUT' },
    { method: 'PUT', siteId: 'x' },
    { method: 'POST', siteId: SITE },
  ];
  for (const one of asked) expect((await send(one)).status).toBe(404);
});
