import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writesByName } from './store/define-write.ts';
import { writes } from './writes.ts';

// SQLite's thread finds a write by its name in this list: one that is missing would fail there alone, and late.
it('lists each write that is defined, by the name under which it is exported', () => {
  const defined = globSync(`${import.meta.dirname}/**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/export const (\w+) = defineWrite\(\{\s*name: '(\w+)'/g),
    ]);
  expect(defined.map(([, exported]) => exported)).toEqual(defined.map(([, , name]) => name));
  expect(new Set(writesByName(writes).keys())).toEqual(new Set(defined.map(([, , name]) => name)));
});

// What happens all the time, or what the service does to its own rows; whatever else changes something is recorded.
const NOT_RECORDED = new Set(
  `addRateCounts announceSilence applyPortfolio applySchedules carryHold cutAttempts dropPartition endSession
  forgetAttempts forgetBatches forgetEvents forgetHolds forgetIdempotency forgetMeasurements forgetTicks keepOperator
  keepBatches ensureOperator noteAlertSent settleAlert forgetApplied noteNode noteShortage removeNode makePartition noteAttempt noteKeyUse probeStore putTick recordProtocolError recordReport
  recordTrouble settleEntries settleFollowing settlePlans takeRenewal useConsoleSession`.split(/\s+/),
);

it('knows of each write whether the audit log records it', () => {
  const unrecorded = globSync(`${import.meta.dirname}/**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const names = [...text.matchAll(/export const (\w+) = defineWrite\(/g)].map(([, name]) => name ?? '');
      return /\b(?:recorded|appendRecords?)\(/.test(text) ? [] : names;
    });
  expect(unrecorded.filter((name) => !NOT_RECORDED.has(name))).toEqual([]);
});

it('refuses two writes of one name', () => {
  expect(() => writesByName([...writes, ...writes.slice(0, 1)])).toThrow('same name');
});
