import { describe, expect, it } from 'vitest';
import { folderOfTests } from '../../../testing/test-folder.ts';
import { readConfig } from '../../read-config.ts';

const SECRET = 'a secret that nobody is told';
const COMPANY = { id: 'company', issuer: 'https://login.example.com', clientId: 'setpoint', clientSecret: SECRET };
const NAME = 'SETPOINT_PROVIDERS: ';

const folder = folderOfTests({
  'providers.json': JSON.stringify([COMPANY]),
  'broken.json': JSON.stringify([COMPANY]).slice(0, -2),
  'one.json': JSON.stringify(COMPANY),
  secret: ` ${SECRET}\n`,
  empty: ' \n',
});

/** `~/` stands for the folder. */
function read(providers: string) {
  return readConfig({ SETPOINT_PROVIDERS: providers.replaceAll('~/', `${folder}/`) });
}

function providersOf(providers: string) {
  const result = read(providers);
  if (result.kind === 'invalid') throw new Error(result.problems.join());
  return result.config.sessions.providers;
}

function problemsOf(providers: string): string[] {
  const result = read(providers);
  return result.kind === 'invalid' ? result.problems.map((problem) => problem.replaceAll(`${folder}/`, '~/')) : [];
}

/** One provider with something else in it. */
function company(more: object): string {
  return JSON.stringify([{ ...COMPANY, ...more }]);
}

const secretFile = (path: string) => company({ clientSecret: undefined, clientSecretFile: path });

describe('the providers', () => {
  it('are none where none is set', () => {
    for (const none of [' ', '[]']) expect(providersOf(none)).toEqual([]);
  });

  it('are a JSON array, or in the file that is named, with what is usual where nothing is said', () => {
    const usual = {
      id: 'company',
      name: 'company',
      issuer: 'https://login.example.com',
      clientId: 'setpoint',
      clientSecret: SECRET,
      scope: 'openid profile email',
      groupsClaim: 'groups',
      areEmailsVerified: false,
      algorithm: 'RS256',
      clockToleranceSeconds: 30,
    };
    for (const given of [company({}), ` ${company({})}`, '~/providers.json'])
      expect(providersOf(given)).toEqual([usual]);
  });

  it('may have a secret in a file, or none, and be on this machine without TLS', () => {
    expect(providersOf(secretFile('~/secret'))).toMatchObject([{ clientSecret: SECRET }]);
    expect(providersOf(company({ clientSecret: undefined }))[0]).not.toHaveProperty('clientSecret');
    for (const issuer of ['http://localhost:8180', 'http://127.0.0.1:8180', 'http://[::1]:8180']) {
      expect(providersOf(company({ issuer }))).toMatchObject([{ issuer }]);
    }
  });

  const whatToGive = 'give a JSON array of providers, or the path of a file with one';
  const whatFile = 'clientSecretFile is the path of a file with the secret; leave it out for a public client';
  const algorithms = 'RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, Ed25519';

  it.each<[what: string, given: string, ...problems: string[]]>([
    ['broken JSON', company({}).slice(0, -2), 'it is no valid JSON at position 121'],
    ['JSON with a word in it', '[{ "clientSecret": a secret that nobody is told }]', 'it is no valid JSON'],
    ['quotes of a shell', `'${company({})}'`, 'it is no valid JSON'],
    ['a file of broken JSON', '~/broken.json', '~/broken.json: it is no valid JSON at position 121'],
    ['no array', JSON.stringify(COMPANY), 'it is no JSON array: put [ and ] around the providers'],
    ['a file of no array', '~/one.json', '~/one.json: it is no JSON array: put [ and ] around the providers'],
    ['a path to nothing', '~/no', `ENOENT: no such file or directory, open '~/no': ${whatToGive}`],
    ['a folder', '~/', `EISDIR: illegal operation on a directory, read: ${whatToGive}`],
    [
      'an empty entry',
      '[{}]',
      "[0]: must have required property 'id'",
      "[0]: must have required property 'issuer'",
      "[0]: must have required property 'clientId'",
    ],
    ['a field with another name', company({ clientID: 'x' }), '[0]: unknown property "clientID"'],
    [
      'http',
      company({ issuer: 'http://login.example.com' }),
      'company: http://login.example.com is not an https address; http is for this machine alone',
    ],
    [
      'the same id',
      JSON.stringify([COMPANY, { ...COMPANY, issuer: 'https://b.example' }]),
      'there is more than one provider company: give each an id of its own',
    ],
    [
      'the same issuer, three times',
      JSON.stringify(['a', 'b', 'c'].map((id) => ({ ...COMPANY, id }))),
      'https://login.example.com is listed more than once: keep one entry for it',
    ],
    [
      'both secrets',
      company({ clientSecretFile: '~/secret' }),
      'company: set clientSecret or clientSecretFile, not both',
    ],
    [
      'a secret file that is missing',
      secretFile('~/no'),
      `company: ENOENT: no such file or directory, open '~/no': ${whatFile}`,
    ],
    ['a secret file that is empty', secretFile('~/empty'), `company: ~/empty is empty: ${whatFile}`],
    ['an empty secret', company({ clientSecret: '' }), '[0].clientSecret: must NOT have fewer than 1 characters'],
    ['no scopes', company({ scopes: [] }), 'company: scopes must include "openid"'],
    ['a shared secret to sign with', company({ algorithm: 'HS256' }), `[0].algorithm: must be one of ${algorithms}`],
    ['no signature', company({ algorithm: 'none' }), `[0].algorithm: must be one of ${algorithms}`],
    ['a tolerance of too long', company({ clockToleranceSeconds: 301 }), '[0].clockToleranceSeconds: must be <= 300'],
    [
      'all that is wrong at once',
      company({ id: 'My A/B', issuer: 'login.example.com', scopes: ['email'] }),
      'My A/B: an id has lower-case letters, digits and -, 40 at most',
      'My A/B: login.example.com is not an https address; http is for this machine alone',
      'My A/B: scopes must include "openid"',
    ],
  ])('keep the service from starting with %s, and say what to do', (_what, given, ...problems) => {
    expect(problemsOf(given)).toEqual(problems.map((problem) => NAME + problem));
    expect(problemsOf(given).join()).not.toContain('secret that');
  });
});
