import { medianOf } from '../run/compare.ts';
import type { Finding, Row, Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const LIMIT_MS = 600;

export function startRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const { dataDir } = await stores.of(10_000);
    const starts: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      await using setpoint = await startSetpoint(dataDir);
      starts.push(setpoint.readyAfterMs);
    }
    const readyAfterMs = medianOf(starts);
    const claim = {
      what: 'from the start of the process to ready',
      measured: `${readyAfterMs.toFixed(0)} ms`,
      limit: `≤ ${LIMIT_MS} ms`,
      holds: readyAfterMs <= LIMIT_MS,
    };
    return { kind: 'claimed', claims: [claim] };
  };
  return { name: 'start', title: 'Start with 10,000 sites', measure };
}
