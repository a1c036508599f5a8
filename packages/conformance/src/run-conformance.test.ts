import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { faultyController } from '../testing/faulty-controller.ts';
import { checks } from './checks.ts';
import { commandSubject } from './command-subject.ts';
import { type Conformance, runConformance } from './run-conformance.ts';
import type { Subject, SubjectAddress } from './subject.ts';

const PACE = 20;
const DOOR = { binding: 'mqtt', host: '127.0.0.1', port: 0, certificate: undefined } as const;

function conformanceOf(subject: Subject, changes: Partial<Conformance> = {}): Conformance {
  return {
    door: DOOR,
    profile: 'battery',
    subject,
    pace: PACE,
    slackMs: 0,
    kills: 4,
    sideBySide: 1,
    onResult: () => undefined,
    ...changes,
  };
}

test('there are 42 checks, with the ids C01 to C42', () => {
  const ids = Array.from({ length: 42 }, (_, index) => `C${String(index + 1).padStart(2, '0')}`);
  expect(checks.map(({ id }) => id)).toEqual(ids);
});

test('a controller without a fault passes all of them', async () => {
  const results = await runConformance(conformanceOf(faultyController('none'), { sideBySide: 12, slackMs: 3_000 }));
  const others = results.filter(({ finding }) => finding.kind !== 'pass');
  expect(others.map(({ id, finding }) => [id, finding])).toEqual([
    ['C28', { kind: 'skip', because: expect.any(String) }],
  ]);
});

test('a controller that cannot be started ends the run, with its last words', async () => {
  const words = [process.execPath, '-e', 'console.error("first\\nno such module"); process.exitCode = 1'];
  const subject = commandSubject({ words, environment: process.env });
  const results = await runConformance(conformanceOf(subject));
  const judged = results.filter(({ finding }) => finding.kind !== 'skip');
  expect(judged.map(({ id, finding }) => [id, finding])).toEqual([
    ['C01', { kind: 'fail', because: expect.stringMatching(/ended, and said last: no such module$/) }],
  ]);
});

// All at once: they wait more than they work.
test('each fault is found by the check that is there for it', async () => {
  const found = await Promise.all(
    checks.map(async ({ id }) => {
      const isPolling = id === 'C28';
      const changes: Partial<Conformance> = isPolling ? { door: { ...DOOR, binding: 'https' }, profile: 'base' } : {};
      // On a busy machine, coming back at once takes as long as a wait that is twenty times shorter.
      const pace = id === 'C17' ? 2 : PACE;
      const subject = isPolling ? hastyPoller() : faultyController(id);
      const [result] = await runConformance(conformanceOf(subject, { ...changes, only: [id], pace, slackMs: 500 }));
      return [id, result?.finding];
    }),
  );
  // In words that tell what was seen.
  const because = expect.not.stringMatching(/undefined|NaN|\[object/) as string;
  expect(found).toEqual(checks.map(({ id }) => [id, { kind: 'fail', because }]));
});

/** A controller over HTTPS that asks again at once, whatever `Retry-After` says. */
function hastyPoller(): Subject {
  return { isAutomatic: true, start: (address) => Promise.resolve(poll(address)) };
}

function poll({ host, port, controllerKey }: SubjectAddress) {
  const closing = new AbortController();
  const { signal } = closing;
  const session = randomUUID();
  let revision: string | undefined;
  let sequence = 0;
  const ask = (path: string, more: Record<string, string>, init: RequestInit = {}) => {
    const headers = { ...more, Authorization: `Bearer ${controllerKey}` };
    return fetch(`http://${host}:${port}${path}`, { ...init, headers, signal });
  };
  async function run(): Promise<void> {
    while (!signal.aborted) {
      sequence += 1;
      const schedule = revision === undefined ? null : { revision, rejected: [] };
      const body = JSON.stringify({ session, sequence, sentAt: new Date().toISOString(), schedule });
      await ask(PATHS.controllerReport, { 'Content-Type': 'application/json' }, { method: 'POST', body });
      const seen = revision === undefined ? {} : { 'If-None-Match': `"${revision}"` };
      let answer = await ask(PATHS.controllerSchedule, { Prefer: 'wait=5', ...seen });
      while (answer.status !== 200) answer = await ask(PATHS.controllerSchedule, { Prefer: 'wait=5', ...seen });
      ({ revision } = (await answer.json()) as { revision: string });
    }
  }
  void run().catch(() => undefined);
  const end = async (): Promise<void> => closing.abort();
  return { kill: end, stop: () => end().then(() => true), isOver: () => signal.aborted };
}
