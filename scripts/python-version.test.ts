import { expect, it } from 'vitest';
import { pythonVersion } from './python-version.ts';

it.each([
  ['1.0.0', '1.0.0'],
  ['1.0.0-rc.2', '1.0.0rc2'],
  // After rc.2 and before rc.3, in both.
  ['1.0.0-rc.2.dev', '1.0.0rc3.dev0'],
  ['1.0.1-dev', '1.0.1.dev0'],
])('%s is %s', (version, python) => {
  expect(pythonVersion(version)).toBe(python);
});
