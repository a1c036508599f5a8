import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createNameLookup } from '../../platform/addresses/create-name-lookup.ts';
import { startProvider } from '../../../testing/start-provider.ts';
import { checkAtStart } from './check-at-start.ts';
import { openProvider, type Provider } from './open-provider.ts';

const PUBLIC_URL = 'https://setpoint.example.com';
const SECRET = 'a secret that nobody is told';

let answer: (response: ServerResponse) => void;
const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

function open(issuer: string, algorithm = 'RS256'): Provider {
  const settings = { id: 'company', name: 'Company', issuer, clientId: 'setpoint', clientSecret: SECRET };
  const more = {
    scope: 'openid',
    groupsClaim: 'groups',
    areEmailsVerified: false,
    algorithm,
    clockToleranceSeconds: 30,
  };
  const lookUp = createNameLookup();
  return openProvider(
    { ...settings, ...more },
    { publicUrl: PUBLIC_URL, lookUp, now: Date.now, onFailure: () => undefined },
  );
}

/** What is logged of a provider at the start, the sentence and its cause. */
async function toldOf(provider: Provider): Promise<{ sentence: string; cause: unknown }[]> {
  const told: { sentence: string; cause: unknown }[] = [];
  await checkAtStart(provider, (sentence) => (cause) => told.push({ sentence, cause }));
  expect(JSON.stringify(told)).not.toContain(SECRET);
  return told;
}

const sends =
  (status: number, body: unknown, type = 'application/json') =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type, location: 'https://elsewhere.example.com/' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('at the start a provider', () => {
  it('that can be used is nothing to tell of', async () => {
    await using provider = await startProvider([{ publicUrl: PUBLIC_URL, id: 'company' }]);
    expect(await toldOf(open(provider.issuer))).toEqual([]);
  });

  it.each<[what: string, answers: (response: ServerResponse) => void, says: string]>([
    ['that has no metadata', sends(404, 'no such page'), 'META answers 404: check its issuer'],
    ['that leads elsewhere', sends(302, ''), 'META answers 302: check its issuer'],
    ['that is broken', sends(503, ''), 'META answers 503: check its issuer'],
    ['that is a page', sends(200, '<html>', 'text/html'), 'META has no metadata of a provider: check its issuer'],
    ['that sends half of it', sends(200, '{'), 'META has no metadata of a provider: check its issuer'],
    ['without a name', sends(200, {}), 'META has no metadata of a provider: check its issuer'],
    [
      'that hangs up',
      (response) => response.destroy(),
      'META cannot be reached: check its issuer, and that this machine may connect to it',
    ],
    [
      'that is another',
      sends(200, { issuer: 'https://login.example.com' }),
      'ISSUER calls itself https://login.example.com: set that as its issuer if you trust it',
    ],
    [
      'that writes its name with a slash',
      (response) => sends(200, { issuer: `${origin}/` })(response),
      'ISSUER calls itself ISSUER/: set that as its issuer if you trust it',
    ],
    [
      'that nobody signs in through',
      (response) => sends(200, { issuer: origin, token_endpoint: `${origin}/token` })(response),
      'ISSUER publishes no authorization_endpoint, no jwks_uri: check its issuer',
    ],
  ])('%s is told of, with what to do', async (_what, answers, says) => {
    answer = answers;
    const [told, ...more] = await toldOf(open(origin));
    expect(more).toEqual([]);
    const problem = says.replace('META', `${origin}/.well-known/openid-configuration`).replaceAll('ISSUER', origin);
    expect(told?.sentence).toBe(
      `SETPOINT_PROVIDERS: nobody can sign in through company until this is fixed: ${problem}`,
    );
    // With what the machine says of it, for whoever knows machines.
    expect(told?.cause).toMatchObject({ message: expect.stringContaining(problem) as unknown });
  });

  it('that calls itself otherwise sends nobody there', async () => {
    answer = sends(200, { issuer: 'https://login.example.com', authorization_endpoint: `${origin}/authorize` });
    await expect(open(origin).begin('/')).rejects.toThrow('calls itself https://login.example.com');
  });

  it('that signs in another way than was set is told of', async () => {
    await using provider = await startProvider([{ publicUrl: PUBLIC_URL, id: 'company' }]);
    const [told] = await toldOf(open(provider.issuer, 'ES512'));
    expect(told?.sentence).toMatch(/ signs with .*RS256.*, not ES512: set one of them as its algorithm$/);
  });

  it('at which nobody listens, or whose name nobody knows, is told of', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const [nobody] = await toldOf(open(`http://127.0.0.1:${port}`));
    expect(nobody?.sentence).toContain('cannot be reached: check its issuer');
    expect(nobody?.cause).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') as unknown });
    const [unknown] = await toldOf(open('https://login.invalid'));
    expect(unknown?.cause).toMatchObject({
      message: expect.stringContaining('there is no address for the name login.invalid') as unknown,
    });
  });
});
