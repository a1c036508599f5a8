import { expect, it } from 'vitest';
import { type LogLevel, openLog } from './open-log.ts';

function logSaying(level: LogLevel = 'info') {
  const said: string[] = [];
  return { said, log: openLog(level, (line) => said.push(line)) };
}

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /;
const withoutTimes = (said: readonly string[]) => said.map((line) => line.replace(AT, ''));

it('a person reads warnings and errors as one line each, with the reason, and no line of level info', () => {
  const { said, log } = logSaying();
  log.info({ position: 12 }, 'sealed the audit log');
  log.warn({ err: new Error('connection refused') }, 'a connection to the database was lost');
  log.error({ file: 'b.db', err: new Error('first\n  second') }, 'a backup could not be made');
  expect(said.every((line) => AT.test(line))).toBe(true);
  expect(withoutTimes(said)).toEqual([
    'warning: a connection to the database was lost: connection refused',
    'error: a backup could not be made: first second (file b.db)',
  ]);
});

it('what a line is about stands behind it', () => {
  const { said, log } = logSaying();
  log.child({ requestId: 'a1' }).warn({ refusal: 'failed_login', more: 3, claimed: { id: 1 } }, 'refused');
  expect(withoutTimes(said)).toEqual([
    'warning: refused (requestId a1, refusal failed_login, more 3, claimed {"id":1})',
  ]);
});

it('a cause without a sentence of its own is said too', () => {
  const { said, log } = logSaying();
  log.error(new Error('no room'));
  log.fatal('the process ends');
  expect(withoutTimes(said)).toEqual(['error: no room', 'error: the process ends']);
});

it.each([
  ['debug', ['debug: a', 'info: b', 'warning: c', 'error: d']],
  ['warn', ['warning: c', 'error: d']],
  ['error', ['error: d']],
  ['silent', []],
] as const)('at level %s it says what was asked for', (level, expected) => {
  const { said, log } = logSaying(level);
  log.debug('a');
  log.info('b');
  log.warn('c');
  log.error('d');
  expect(withoutTimes(said)).toEqual(expected);
});
