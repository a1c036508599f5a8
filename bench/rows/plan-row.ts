import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import { resolvePlan, type Series } from '@setpoint/core';
import { medianOf } from '../run/compare.ts';
import { type Finding, limitedTo, type Row } from '../run/run.ts';

const ENTRIES = 1_500;
const QUARTER_HOUR_MS = 15 * 60_000;
const WARM_UP_RUNS = 5;
const RUNS = 21;
const START = Date.UTC(2030, 0, 1);
const RATING = { lower: -1_000, upper: 1_000 };

export function planRow(): Row {
  const measure = async (): Promise<Finding> => ({
    kind: 'claimed',
    claims: [
      limitedTo('all on the same quarter hours', { measured: medianMs(0), atMost: 50, unit: 'ms of processor time' }),
      limitedTo('each a minute after the other', {
        measured: medianMs(60_000),
        atMost: 50,
        unit: 'ms of processor time',
      }),
    ],
  });
  const title = `The effective plan of ${CATALOGUE.length} commands of ${ENTRIES.toLocaleString('en-US')} entries`;
  return { name: 'plan', title, measure };
}

function medianMs(shiftMs: number): number {
  const commands = new Map<PairName, Series>(
    CATALOGUE.map((row, index) => [pairName(row), seriesFrom(START + index * shiftMs, index)]),
  );
  const window = { fromMs: START, toMs: START + (ENTRIES + 1) * QUARTER_HOUR_MS };
  // Never empty nor full: the projection goes on to the end.
  const stored = { at: START, capacityKwh: 1e9, socPercent: 50 };
  const times = Array.from({ length: WARM_UP_RUNS + RUNS }, () => {
    const before = process.cpuUsage();
    resolvePlan({ commands, ratings: { grid: RATING, bess: RATING, solar: RATING }, window, stored });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return medianOf(times.slice(WARM_UP_RUNS));
}

function seriesFrom(startMs: number, seed: number): Series {
  return Array.from({ length: ENTRIES }, (_, index) => ({
    startMs: startMs + index * QUARTER_HOUR_MS,
    endMs: startMs + (index + 1) * QUARTER_HOUR_MS,
    value: (index * (seed + 3)) % 100,
  }));
}
