import { join } from 'node:path';
import { medianOf } from '../run/compare.ts';
import type { Finding, Row, Run } from '../run/run.ts';
import { SOURCES, startSetpoint } from '../run/start-setpoint.ts';

const STARTS_A_ROUND = 4;
const MOST_OF_SOURCES = 0.4;

/** Both in turn, after a start of each that makes the store and fills the cache of what is compiled. */
export function packageStartRow(run: Run): Row {
  const readyAfter = async (program?: string): Promise<number> => {
    const dataDir = join(run.directory, program === undefined ? 'packed' : 'sources');
    await using setpoint = await startSetpoint(dataDir, { program });
    return setpoint.readyAfterMs;
  };
  // Those of an earlier checkout, where one is named.
  const reference = run.against ?? SOURCES;
  const measure = async (): Promise<Finding> => {
    const [packed, sources, shares]: number[][] = [[], [], []];
    for (let start = 0; start <= run.rounds * STARTS_A_ROUND; start += 1) {
      const [theirs, ours] = [await readyAfter(reference), await readyAfter()];
      if (start === 0) continue;
      sources?.push(theirs);
      packed?.push(ours);
      shares?.push(ours / theirs);
    }
    const [ours, theirs, share] = [packed, sources, shares].map((list) => medianOf(list ?? []));
    const claim = {
      what: `from the start of the process to ready, as a share of the time of the sources (${theirs?.toFixed(0)} ms)`,
      measured: `${share?.toFixed(2)} (${ours?.toFixed(0)} ms)`,
      limit: `≤ ${MOST_OF_SOURCES}`,
      holds: (share ?? Infinity) <= MOST_OF_SOURCES,
    };
    return { kind: 'claimed', claims: [claim] };
  };
  return { name: 'package-start', title: 'Start beside the sources, in turn', measure };
}
