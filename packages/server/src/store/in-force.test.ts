import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const READS = /(?:selectFrom|[jJ]oin|readBy)\(\s*'(?:site_grant|client_secret|controller_key)\b/g;
// What counts, renumbers or names all there are, whether or not they have ended.
const OF_ALL = new Set([
  'access/grants/grant-record.ts',
  'registry/clients/add-secret.ts',
  'identity/end-credentials.ts',
  'registry/clients/client-record.ts',
  'registry/keys/revoke-controller-key.ts',
  'registry/sites/site-record.ts',
  'identity/keys/find-site-of-key.ts',
]);
// By the end of the secret a session gets its own.
const WITH_ITS_END = new Set(['sessions/links/find-sign-in-link.ts']);

it('every statement that reads grants, secrets or keys leaves out those that have ended', () => {
  const careless = globSync('**/*.ts', { cwd: SOURCES }).filter((path) => {
    if (path.endsWith('.test.ts') || OF_ALL.has(path) || WITH_ITS_END.has(path)) return false;
    const text = readFileSync(SOURCES + path, 'utf8');
    const reads = text.match(READS)?.length ?? 0;
    return reads > (text.match(/inForce\(|until: 'endsAt'/g)?.length ?? 0);
  });
  expect(careless).toEqual([]);
});
