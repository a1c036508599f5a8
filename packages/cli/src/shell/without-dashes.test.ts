import { expect, it } from 'vitest';
import { withoutDashes } from './without-dashes.ts';

const DASHED = '-s9kHhMJagZMsRxiSG4QIg2NOWRFSohrPH9XUgOIado';
const PLAIN = `t${DASHED.slice(1)}`;
const BIND = ['site', 'key', 'bind', 'Harbour', 'key-1'];

it('a thumbprint that begins with a dash is no option', () => {
  expect(withoutDashes([...BIND, DASHED, PLAIN, '--json'])).toEqual([...BIND, PLAIN, '--json', '--', DASHED]);
});

it('other arguments stay as they are', () => {
  for (const argv of [
    [...BIND, PLAIN],
    [...BIND, '--', DASHED],
    ['hold', '--all', '--json'],
    ['hold', '-h'],
  ]) {
    expect(withoutDashes(argv)).toBe(argv);
  }
});
