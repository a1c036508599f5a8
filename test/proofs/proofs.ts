import { canTrace } from '../harness/trace-calls.ts';
import { proveBadInput } from './bad-input.ts';
import { runConcurrently } from './concurrency.ts';
import { crashAt, listCrashPoints } from './crash-points.ts';
import { proveModelHistory } from './model-history.ts';
import { killAtRandom } from './random-kills.ts';
import type { Report } from './write-report.ts';

type Say = (line: string) => void;

/** The long runs, by the name that the command line takes. */
export const proofs: ReadonlyMap<string, (say: Say) => Promise<Report>> = new Map([
  ['crash-points', proveCrashPoints],
  ['random-kills', proveRandomKills],
  ['concurrency', proveConcurrency],
  ['model-history', proveModelHistory],
  ['bad-input', proveBadInput],
]);

async function proveCrashPoints(say: Say): Promise<Report> {
  if (!canTrace()) return { facts: [], faults: [], skipped: 'strace is not there, or must not trace' };
  const points = await listCrashPoints();
  const faults: string[] = [];
  let [killed, acknowledged, open] = [0, 0, 0];
  for (const [index, point] of points.entries()) {
    const place = `${point.isWriter ? 'database' : 'other'} ${point.call} ${point.when}`;
    const result = await crashAt(point).catch((cause: unknown) => ({
      wasKilled: true,
      acknowledged: 0,
      open: 0,
      faults: [cause instanceof Error ? cause.message : String(cause)],
    }));
    faults.push(...result.faults.map((fault) => `${place}: ${fault}`));
    killed += result.wasKilled ? 1 : 0;
    acknowledged += result.acknowledged;
    open += result.open;
    say(`${index + 1}/${points.length} ${place}: ${JSON.stringify(result)}`);
  }
  const facts = [
    `${points.length} points tried, killed at ${killed}; the rest lies behind the end of the script.`,
    `${acknowledged} acknowledged batches found again; ${open} requests had no answer.`,
  ];
  return { facts, faults };
}

async function proveRandomKills(): Promise<Report> {
  const { kills, history, faults } = await killAtRandom({ kills: 60, seed: 7 });
  const facts = [
    `${kills} kills under the load of 12 callers on 3 sites, one store throughout.`,
    `${history.count('accepted')} acknowledged batches, ${history.count('open')} without an answer, ${history.count('rejected')} rejected, ${history.reads.length} reads.`,
  ];
  return { facts, faults };
}

async function proveConcurrency(): Promise<Report> {
  const { history, faults } = await runConcurrently({ callers: 64, sites: 5, batchesEach: 150, seed: 3 });
  const facts = [
    '64 callers on 5 sites, 150 batches each.',
    `${history.count('accepted')} acknowledged, ${history.count('rejected')} rejected, ${history.reads.length} reads, each held against the log of versions.`,
  ];
  return { facts, faults };
}
