import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as writes from './writes.ts';

// SQLite's thread finds a write by its name in this list: one that is missing would fail there alone, and late.
it('lists each write that is defined, by the name under which it is exported', () => {
  const defined = globSync(`${import.meta.dirname}/**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(
        /export const (\w+) = (?:defineWrite\(|forgetRows\('\w+', )\{[^}]*?name: '(\w+)'/g,
      ),
    ]);
  expect(defined.map(([, exported]) => exported)).toEqual(defined.map(([, , name]) => name));
  expect(new Set(Object.keys(writes))).toEqual(new Set(defined.map(([, , name]) => name)));
});
