import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../testing/open-test-identity.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { readIssuers } from './issuer-settings.ts';

describe('the settings of outside issuers', () => {
  const entry = { issuer: 'https://login.example', audience: 'setpoint' };
  const problemsOf = (...entries: unknown[]) => {
    const result = readIssuers(JSON.stringify(entries), PUBLIC_URL);
    return result.kind === 'invalid' ? result.problems.join('\n') : 'none';
  };

  it.each<[string, unknown[], RegExp]>([
    ['a symmetric algorithm', [{ ...entry, algorithms: ['HS256'] }], /algorithms\[0\]: must be one of RS256/],
    ['no algorithm', [{ ...entry, algorithms: ['none'] }], /algorithms/],
    ['an unknown field', [{ ...entry, audiences: [] }], /\[0\]: unknown property "audiences"/],
    ['no audience', [{ issuer: entry.issuer }], /audience/],
    ['keys in the clear', [{ ...entry, jwksUri: 'http://login.example/keys' }], /not an https/],
    ['an issuer in the clear', [{ ...entry, issuer: 'http://login.example' }], /not an https/],
    ['a host that only begins like this machine', [{ ...entry, jwksUri: 'http://127.0.0.1.example/' }], /not an https/],
    ['two sources of scopes', [{ ...entry, scopes: ['sites:read'], scopeClaim: 'scp' }], /not both/],
    ['administrators by the way', [{ ...entry, scopes: ['fleet:admin'] }], /allowAdmin/],
    ['the service itself', [{ ...entry, issuer: PUBLIC_URL }], /itself/],
    ['one issuer twice', [entry, entry], /more than once/],
  ])('refuse %s', (_title, entries, problem) => {
    expect(problemsOf(...entries)).toMatch(problem);
  });

  it('may be left out, and are RS256 access tokens by default', () => {
    expect(readIssuers(undefined, PUBLIC_URL)).toEqual({ kind: 'issuers', issuers: [] });
    expect(readIssuers(JSON.stringify([entry]), PUBLIC_URL)).toMatchObject({
      issuers: [{ algorithms: ['RS256'], types: ['at+jwt'], subjectClaim: 'sub', allowAdmin: false }],
    });
  });

  it('are a list', () => {
    const folder = testFolder();
    const file = join(folder, 'issuers.json');
    writeFileSync(file, JSON.stringify(entry));
    expect(readIssuers(file, PUBLIC_URL)).toEqual({ kind: 'invalid', problems: ['is not a JSON array'] });
  });

  it('name the file that cannot be read', () => {
    expect(readIssuers('/nowhere/issuers.json', PUBLIC_URL)).toMatchObject({
      kind: 'invalid',
      problems: [expect.stringContaining('/nowhere/issuers.json')],
    });
  });
});
