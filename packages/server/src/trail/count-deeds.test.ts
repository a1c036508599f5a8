import type { AuditRecord } from '@setpoint/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRecords } from '../../testing/read-records.ts';
import { lookUntil } from '../../testing/look-until.ts';
import type { Store } from '../store/store.ts';
import { storeOfTests } from '../../testing/open-test-store.ts';
import { countDeeds, type DeedCounter } from './count-deeds.ts';

const HOUR_MS = 3_600_000;
const MOST = 200;

let counter: DeedCounter;
let clock = 0;
/** Records that were there before the test. */
let before = 0;
let failures: unknown[] = [];

const opened = await storeOfTests('SQLite');
beforeEach(async () => {
  before = (await readRecords(opened.store)).records.length;
  failures = [];
  clock = 0;
  counter = count(opened.store);
});
afterEach(() => counter.stop());

function count(store: Pick<Store, 'write'>): DeedCounter {
  const onFailure = (cause: unknown) => void failures.push(cause);
  return countDeeds({ store, now: () => clock, onFailure, mostKeys: MOST, flushEveryMs: 5 });
}

function note(key: string, sample = 'one'): void {
  counter.note(key, { action: 'request.refused', subject: { kind: 'refusal', id: key }, after: { sample } });
}

/** What was recorded since: of what, and what it says. */
async function recorded(): Promise<(readonly [string, AuditRecord['after']])[]> {
  const { records } = await readRecords(opened.store);
  return records.slice(before).map(({ subject, after }) => [subject.id, after] as const);
}

const untilRecorded = (most: number) => lookUntil(recorded, (records) => records.length >= most);

it('records the first at once, and of an hour how many there were more, with the latest of them', async () => {
  note('a');
  expect(await untilRecorded(1)).toEqual([['a', { sample: 'one', count: 1 }]]);
  clock = HOUR_MS - 1;
  for (let times = 0; times < 9; times += 1) note('a', `number ${times}`);
  // Recorded, it shows that the others had their turn and were not.
  note('b');
  expect((await untilRecorded(2)).slice(1)).toEqual([['b', { sample: 'one', count: 1 }]]);
  clock = HOUR_MS;
  expect((await untilRecorded(3)).slice(2)).toEqual([['a', { sample: 'number 8', count: 9 }]]);
});

it('of more than two hundred in an hour tells the first apart, and says how many others there were', async () => {
  for (let key = 0; key < MOST + 30; key += 1) note(`key ${key}`);
  const records = await untilRecorded(MOST + 1);
  expect(records).toHaveLength(MOST + 1);
  expect(records.slice(0, -1).map(([id, after]) => [id, after?.['count']])).toEqual(
    Array.from({ length: MOST }, (_, key) => [`key ${key}`, 1]),
  );
  expect(records.at(-1)).toEqual(['log', { count: 30 }]);
  const { records: all } = await readRecords(opened.store);
  expect(all.at(-1)?.action).toBe('audit.more');
  // An hour later there is room for others.
  clock = HOUR_MS;
  note('key 0');
  await untilRecorded(MOST + 2);
  note('a new one');
  expect((await untilRecorded(MOST + 3)).slice(MOST + 1)).toEqual([
    ['key 0', { sample: 'one', count: 1 }],
    ['a new one', { sample: 'one', count: 1 }],
  ]);
});

it('writes what is not in the log yet when it stops', async () => {
  note('a');
  await untilRecorded(1);
  for (let times = 0; times < 4; times += 1) note('a');
  await counter.stop();
  expect((await recorded()).slice(1)).toEqual([['a', { sample: 'one', count: 4 }]]);
});

it('loses nothing while the store cannot be written, and tries again by itself', async () => {
  let isAway = true;
  const write = ((...asked: Parameters<Store['write']>) =>
    isAway ? Promise.reject(new Error('the store is away')) : opened.store.write(...asked)) as Store['write'];
  counter = count({ write });
  note('a');
  await lookUntil(
    async () => failures.length,
    (many) => many > 0,
  );
  note('a', 'the latest');
  isAway = false;
  expect(await untilRecorded(1)).toEqual([['a', { sample: 'the latest', count: 2 }]]);
});
