import { expect, test } from 'vitest';
import { faultyController } from '../testing/faulty-controller.ts';
import { hastyPoller } from '../testing/hasty-poller.ts';
import { checks } from './checks.ts';
import { commandSubject } from './command-subject.ts';
import { type Conformance, runConformance } from './run-conformance.ts';
import type { Subject } from './subject.ts';

const PACE = 20;

function conformanceOf(subject: Subject, changes: Partial<Conformance> = {}): Conformance {
  return {
    door: { binding: 'mqtt', host: '127.0.0.1', port: 0, certificate: undefined },
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

test('there are 37 checks, with the ids C01 to C37', () => {
  const ids = Array.from({ length: 37 }, (_, index) => `C${String(index + 1).padStart(2, '0')}`);
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

/** What each check says to the controller with its fault. */
const SAID: Readonly<Record<string, RegExp>> = {
  C01: /another key/,
  C02: /another QoS than 1/,
  C03: /no report came within 2.5 s/,
  C04: /its revision was not reported/,
  C05: /battery is at 0 kW; it should be at 20 kW/,
  C06: /^0\.1\.\w+ was not reported/,
  C07: /was not reported within/,
  C08: /heatpump\/optimalSocPcnt is not in what it rejects/,
  C09: /was not reported within/,
  C10: /it ended the connection/,
  C11: /it should report .* still/,
  C12: /battery is at 20 kW; it should no longer be/,
  C13: /battery is at 20 kW; it should no longer be/,
  C14: /was not reported within/,
  C15: /was not reported within/,
  C16: /0 follows 0 in the session/,
  C17: /waited .* ms; rule 8/,
  C18: /did not come back when the key was valid again/,
  C19: /first report named no schedule/,
  C20: /battery was still at its value/,
  C21: /it still waited after/,
  C22: /no report came within/,
  C23: /SIGTERM, and it still ran/,
  C24: /it went on as if it had been heard/,
  C25: /the battery left its value/,
  C26: /battery is at 0 kW; it should be at 20 kW/,
  C27: /battery is at 10 kW; it should be at 20 kW/,
  C28: /it asked again after .* answered 503 with Retry-After: 2/,
  C29: /was killed when .* and reported (?:no schedule|\S+)$/,
  C30: /battery is at 20 kW; it should be at -20 kW/,
  C31: /battery is at 0 kW; it should be at 20 kW/,
  C32: /battery is at 20 kW; it should be at 0 kW/,
  C33: /after its order had ended the battery still followed it/,
  C34: /the battery left its 20 kW/,
  C35: /battery is at 20 kW; it should be at 0 kW/,
  C36: /battery is at 0 kW; it should be at -20 kW/,
  C37: /it reported 1\.\w+\.\w+, and after a power cut 1\./,
};

// All at once: they wait more than they work.
test('each fault is found by the check that is there for it', async () => {
  const found = await Promise.all(
    checks.map(async ({ id }) => {
      const isPolling = id === 'C28';
      const subject = isPolling ? hastyPoller() : faultyController(id);
      const door = {
        binding: isPolling ? 'https' : 'mqtt',
        host: '127.0.0.1',
        port: 0,
        certificate: undefined,
      } as const;
      const profile = isPolling ? 'base' : 'battery';
      // On a busy machine, coming back at once takes as long as a wait that is twenty times shorter.
      const pace = id === 'C17' ? 2 : PACE;
      const [result] = await runConformance(conformanceOf(subject, { only: [id], door, profile, pace, slackMs: 500 }));
      return [id, result?.finding];
    }),
  );
  expect(found).toEqual(
    checks.map(({ id }) => [id, { kind: 'fail', because: expect.stringMatching(SAID[id] ?? /^nothing$/) }]),
  );
});
