import { residentBytesOf } from '../load/cpu-micros-of.ts';
import { getChecked } from '../run/check-posted.ts';
import { medianOf } from '../run/compare.ts';
import { readSlowly } from '../run/read-slowly.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { SITES_PATH, sitePath, type SeededStore, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const MIB = 1024 * 1024;
const RISE_LIMIT_MIB = 64;
const P99_LIMIT_MS = 50;
const SAMPLE_EVERY_MS = 20;

export function slowReaderRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(10_000);
    const rises: number[] = [];
    const p99s: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const { riseMib, p99Ms } = await measureOnce(run, store);
      rises.push(riseMib);
      p99s.push(p99Ms);
    }
    return { kind: 'claimed', claims: claimsOf(Math.max(...rises), medianOf(p99s)) };
  };
  return { name: 'slow-reader', title: 'GET sites of 10,000 such sites to a slow reader', measure };
}

async function measureOnce(run: Run, store: SeededStore): Promise<{ riseMib: number; p99Ms: number }> {
  const [siteId = ''] = store.stamps.keys();
  const expected = await expectedList(store);
  await using setpoint = await startSetpoint(store.dataDir);
  const headers = { authorization: `Bearer ${setpoint.token}` };
  const paths = [sitePath(siteId)];
  const others = planFor(run, setpoint, { method: 'GET', paths, connections: 8, expectStatus: 200, headers });

  const before = await peakDuring(setpoint.pid, () => runLoad(others));
  const reader = readSlowly({ url: new URL(SITES_PATH, setpoint.url), headers, expected });
  const during = await peakDuring(setpoint.pid, () => runLoad(others));
  if (!reader.isReading()) throw new Error('the slow reader was done before the measurement');
  await reader.finish();
  return { riseMib: (during.peak - before.peak) / MIB, p99Ms: during.result.p99Ms };
}

// Asked of another process, so that the measured one starts without any such answer behind it.
async function expectedList(store: SeededStore): Promise<Buffer> {
  await using setpoint = await startSetpoint(store.dataDir);
  return Buffer.from(await getChecked(setpoint, store, SITES_PATH));
}

async function peakDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = residentBytesOf(pid);
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(pid));
  }, SAMPLE_EVERY_MS);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(sampler);
  }
}

function claimsOf(riseMib: number, p99Ms: number) {
  return [
    {
      what: 'rise of resident memory, largest of the rounds',
      measured: `${riseMib.toFixed(1)} MiB`,
      limit: `under ${RISE_LIMIT_MIB} MiB`,
      holds: riseMib < RISE_LIMIT_MIB,
    },
    {
      what: 'p99 of GET one site meanwhile, 8 connections',
      measured: `${p99Ms.toFixed(1)} ms`,
      limit: `under ${P99_LIMIT_MS} ms`,
      holds: p99Ms < P99_LIMIT_MS,
    },
  ];
}
