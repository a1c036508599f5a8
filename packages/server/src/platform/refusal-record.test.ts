import { expect, it } from 'vitest';
import { createRefusalRecord, type RefusalKind } from './refusal-record.ts';

function openRecord(windowMs = 3_600_000) {
  const lines: object[] = [];
  const counted = new Map<string, number>();
  const { promise: summed, resolve: sum } = Promise.withResolvers<void>();
  const record = createRefusalRecord({
    logger: {
      warn(line: object) {
        lines.push(line);
        if ('more' in line) sum();
      },
    } as never,
    metrics: { addCounter: () => (kind) => void counted.set(kind, (counted.get(kind) ?? 0) + 1) },
    windowMs,
  });
  const note = (kind: RefusalKind, address: string) => record.note({ kind, address, details: { requestId: 'r' } });
  return { record, lines, counted, summed, note };
}

it('writes a line for a refusal, with what is known of it, and counts it', () => {
  const { lines, counted, note } = openRecord();
  note('failed_login', '192.0.2.1');
  expect(lines).toEqual([{ refusal: 'failed_login', address: '192.0.2.1', requestId: 'r' }]);
  expect([...counted]).toEqual([['failed_login', 1]]);
});

it('of a flood from one address writes ten lines, and still one for another address', () => {
  const { record: kept, lines, counted, note } = openRecord();
  for (let number = 0; number < 100_000; number += 1) note('failed_token', '192.0.2.1');
  note('failed_token', '192.0.2.2');
  note('forbidden', '192.0.2.1');
  expect(lines).toHaveLength(12);
  kept.stop();
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toEqual({ refusal: 'failed_token', more: 99_990, addresses: 2, mostFrom: '192.0.2.1' });
  expect(counted.get('failed_token')).toBe(100_001);
});

it('of a flood from many addresses writes sixty lines and keeps a bounded number of addresses', () => {
  const { record: kept, lines, note } = openRecord();
  for (let number = 0; number < 5_000; number += 1) note('mqtt_login', `2001:db8::${number}`);
  kept.stop();
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toMatchObject({ more: 4_940, addresses: 1_000 });
});

it('says how many more there were when the minute is over, and begins anew', async () => {
  const { lines, summed, note } = openRecord(20);
  for (let number = 0; number < 12; number += 1) note('connection', '192.0.2.1');
  await summed;
  note('connection', '192.0.2.1');
  expect(lines.slice(10)).toEqual([
    { refusal: 'connection', more: 2, addresses: 1, mostFrom: '192.0.2.1' },
    { refusal: 'connection', address: '192.0.2.1', requestId: 'r' },
  ]);
});
