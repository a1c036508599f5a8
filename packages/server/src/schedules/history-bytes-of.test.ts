import { parseBatch } from '@setpoint/core';
import { expect, it } from 'vitest';
import { HISTORY_BYTES_PER_DAY } from '../limits/write-quota.ts';
import { historyBytesOf, isClearing } from './history-bytes-of.ts';

function quarters(count: number) {
  const at = (index: number) => new Date(Date.UTC(2030, 0, 1) + index * 900_000).toISOString();
  return Array.from({ length: count }, (_, index) => ({ startAt: at(index), endAt: at(index + 1), value: 1_234.5 }));
}
const batchOf = (count: number) =>
  parseBatch({ schedules: [{ asset: 'bess', type: 'activePowerkW', entries: quarters(count) }] });

it('a batch takes what its texts have, and something for itself', () => {
  const { commands } = batchOf(2);
  expect(historyBytesOf(commands)).toBe(512 + (commands[0]?.text?.length ?? 0));
  expect(historyBytesOf(batchOf(0).commands)).toBe(512);
  expect([isClearing(batchOf(0)), isClearing(batchOf(1))]).toEqual([true, false]);
});

it('a day of 96 quarters set anew each 4 s, all day long, is within the share of a client on a site', () => {
  expect((86_400 / 4) * historyBytesOf(batchOf(96).commands)).toBeLessThan(HISTORY_BYTES_PER_DAY);
});
