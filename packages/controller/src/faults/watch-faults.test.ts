import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFaults } from './watch-faults.ts';

function watchFile(text: string) {
  vi.useFakeTimers();
  const path = join(testFolder(), 'faults.json');
  const said: string[] = [];
  const clock = { nowMs: 0 };
  const write = (next: string): void => writeFileSync(path, next);
  write(text);
  const faults = watchFaults({
    path,
    sites: ['one', 'two'],
    now: () => clock.nowMs,
    onRead: (words) => said.push(words),
    onProblems: (problems) => said.push(`bad: ${problems.join('; ')}`),
  });
  onTestFinished(() => {
    faults.close();
    vi.useRealTimers();
  });
  const kindsOf = (site: string) => faults.ofSite(site).map(({ kind }) => kind);
  return { path, said, clock, faults, write, kindsOf, remove: () => rmSync(path) };
}

test('a file is read again when it changes; while it is bad, what it said before stays', () => {
  const file = watchFile('{ "faults": [{ "kind": "half_open", "site": "one" }] }');
  /** What was said of a text after several looks at it: each is spoken of once. */
  const saidOf = (change: () => void): readonly string[] => {
    const before = file.said.length;
    change();
    vi.advanceTimersByTime(1_000);
    return file.said.slice(before);
  };
  expect([file.kindsOf('one'), file.kindsOf('two'), file.said]).toEqual([['half_open'], [], ['half_open at one']]);
  const isBad = (sentence: RegExp) => [expect.stringMatching(sentence)];
  expect(saidOf(() => file.write('{ "faults": [ }'))).toEqual(isBad(/^bad: line 1: is no JSON/));
  expect(file.kindsOf('one')).toEqual(['half_open']);
  expect(saidOf(() => file.write('{ "faults": [{ "kind": "restart" }, { "kind": "answer_lost" }] }'))).toEqual([
    'restart at all sites, answer_lost for /api/v1/public',
  ]);
  expect([file.kindsOf('one'), file.kindsOf('two')]).toEqual([['restart'], ['restart']]);
  expect(saidOf(file.remove)).toEqual(isBad(/^bad: .*faults\.json cannot be read/));
  expect(file.faults.ofInterface()).toMatchObject([{ kind: 'answer_lost' }]);
  expect(saidOf(() => file.write('{ "faults": [] }'))).toEqual(['none']);
  expect([file.kindsOf('one'), file.faults.ofInterface()]).toEqual([[], []]);
});

test('a fault is there from its start to its end', () => {
  const times = '"startAt": "1970-01-01T00:00:01Z", "endAt": "1970-01-01T00:00:02Z"';
  const { clock, faults, kindsOf } = watchFile(
    `{ "faults": [{ "kind": "half_open", ${times} }, { "kind": "answer_lost", ${times} }] }`,
  );
  const seen = [0, 999, 1_000, 1_999, 2_000].map((atMs) => {
    clock.nowMs = atMs;
    return kindsOf('one').length + faults.ofInterface().length;
  });
  expect(seen).toEqual([0, 0, 2, 2, 0]);
});
