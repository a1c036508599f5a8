import { randomUUID } from 'node:crypto';
import { LIMITS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { readPortfolio } from './read-portfolio-body.ts';

const SITES = 6;
const TYPES = ['upperLimitkW', 'activePowerkW', 'lowerLimitkW', 'fcrImportkW', 'fcrExportkW', 'afrrImportBookingkW'];
const VALUES = Array.from({ length: LIMITS.maxEntries }, () => 1);

describe('a portfolio of values, a few kilobytes that become many entries', () => {
  const entries = { startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: VALUES };

  it.each(['upperLimitkW', 'of no kind'])('is read in as many turns as it has sites (first %s)', async (first) => {
    const { batches, turns } = await read(batchesOf(first));
    expect(batches).toHaveLength(SITES);
    expect(turns).toBeGreaterThanOrEqual(SITES);
  });

  it('is read so once more for the words with which it is refused', async () => {
    const batches = batchesOf('upperLimitkW');
    const { refusal, turns } = await read([...batches, ...batches.slice(0, 1)]);
    expect(refusal).toContain('is named twice');
    expect(turns).toBeGreaterThanOrEqual(2 * SITES);
  });

  it('is refused with a key twice', async () => {
    const batches = batchesOf('upperLimitkW').map((batch) => ({ ...batch, idempotencyKey: 'k' }));
    expect((await read(batches)).refusal).toContain('k is named twice');
  });

  function batchesOf(first: string): readonly object[] {
    const schedules = TYPES.map((type, index) => ({ asset: 'grid', type: index === 0 ? first : type, entries }));
    return Array.from({ length: SITES }, () => ({ siteId: randomUUID(), schedules }));
  }
});

it('refuses a portfolio of values that are too many entries for one call', async () => {
  const entries = { startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: VALUES };
  const schedules = TYPES.map((type) => ({ asset: 'grid', type, entries }));
  const { refusal } = await read(Array.from({ length: 140 }, () => ({ siteId: randomUUID(), schedules })));
  expect(refusal).toContain('too many when they are written out; send it in parts');
});

it('refuses a portfolio in which one batch is larger than if it were sent alone', async () => {
  const { refusal } = await read([{ siteId: randomUUID(), from: 'x'.repeat(5 * 1_024 * 1_024) }]);
  expect(refusal).toBe('batches[0]: the batch for one site may have at most 4194304 bytes');
});

async function read(batches: readonly object[]) {
  let turns = 0;
  const turn = () => Promise.resolve(void (turns += 1));
  const bytes = Buffer.from(JSON.stringify({ mode: 'each', batches }));
  try {
    return { batches: (await readPortfolio(bytes, undefined, turn)).items, turns };
  } catch (cause) {
    return { refusal: (cause as Error).message, turns };
  }
}
