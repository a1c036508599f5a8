import type { History } from './history.ts';
import { whyNoImages } from './mount-image.ts';
import { canTrace } from './trace-command.ts';
import { proveBadInput } from './prove-bad-input.ts';
import { proveConvergence } from './prove-convergence.ts';
import { runConcurrently } from './run-concurrently.ts';
import { crashAt, type CrashResult, listCrashPoints } from './crash-point.ts';
import { proveDatabaseFaults } from './prove-database-faults.ts';
import { proveFailover } from './prove-failover.ts';
import { proveChosenNode } from './prove-chosen-node.ts';
import { proveFiveNodes } from './prove-five-nodes.ts';
import { proveForeignDevices } from './prove-foreign-devices.ts';
import { proveGoodUse } from './prove-good-use.ts';
import { proveHoldOut } from './prove-hold-out.ts';
import { provePostgresVersions } from './prove-postgres-versions.ts';
import { proveModelHistory } from './prove-model-history.ts';
import { provePoolTicks } from './prove-pool-ticks.ts';
import { proveMutatedPackets } from './prove-mutated-packets.ts';
import { cutPowerAtRandom, killAtRandom } from './kill-at-random.ts';
import { proveRollingRestart } from './prove-rolling-restart.ts';
import { proveSplice } from './prove-splice.ts';
import { proveUpgrades } from './prove-upgrades.ts';
import type { ProofOptions, Report } from './write-report.ts';

type Say = (line: string) => void;

type Proof = (say: Say, options: ProofOptions) => Promise<Report>;

/** The long runs, by the name that the command line takes. */
export const proofs: ReadonlyMap<string, Proof> = new Map<string, Proof>([
  ['crash-points', proveCrashPoints],
  ['random-kills', proveRandomKills],
  ['concurrency', proveConcurrency],
  ['power-cut', provePowerCut],
  ['convergence', proveConvergence],
  ['model-history', proveModelHistory],
  ['splice', proveSplice],
  ['pool-ticks', provePoolTicks],
  ['bad-input', proveBadInput],
  ['mutated-packets', proveMutatedPackets],
  ['database-faults', proveDatabaseFaults],
  ['rolling-restart', proveRollingRestart],
  ['five-nodes', proveFiveNodes],
  ['failover', proveFailover],
  ['upgrades', proveUpgrades],
  ['chosen-node', proveChosenNode],
  ['hold-out', proveHoldOut],
  ['good-use', proveGoodUse],
  ['postgres-versions', provePostgresVersions],
  ['foreign-devices', proveForeignDevices],
]);

const CRASHES_AT_ONCE = 3;

async function proveCrashPoints(say: Say): Promise<Report> {
  if (!canTrace()) return { facts: [], faults: [], skipped: 'strace is not there, or must not trace' };
  const points = await listCrashPoints();
  const faults: string[] = [];
  const total = { tried: 0, killed: 0, acknowledged: 0, open: 0, replayed: 0 };
  const waiting = points.values();
  const crashOneByOne = async () => {
    for (const point of waiting) {
      const place = `${point.isWriter ? 'database' : 'other'} ${point.call} ${point.when}`;
      const result = await crashAt(point).catch(resultOfFailure);
      faults.push(...result.faults.map((fault) => `${place}: ${fault}`));
      total.tried += 1;
      total.killed += result.wasKilled ? 1 : 0;
      total.acknowledged += result.acknowledged;
      total.open += result.open;
      total.replayed += result.replayed;
      say(`${total.tried}/${points.length} ${place}: ${JSON.stringify(result)}`);
    }
  };
  await Promise.all(Array.from({ length: CRASHES_AT_ONCE }, crashOneByOne));
  const facts = [
    `${total.tried} points tried, killed at ${total.killed}; the others lie behind the end of the script.`,
    `${total.acknowledged} acknowledged batches found again; ${total.open} requests had no answer: sent again under their keys, ${total.replayed} of them turned out to be applied already, and none was applied twice.`,
  ];
  return { facts, faults };
}

function resultOfFailure(cause: unknown): CrashResult {
  const fault = cause instanceof Error ? cause.message : String(cause);
  return { wasKilled: true, acknowledged: 0, open: 0, replayed: 0, faults: [fault] };
}

// Several stores, because each check replays all that its store has seen.
const KILL_RUNS = [
  { stores: 4, times: 10, seed: 7, largeShare: 0, text: 'small batches' },
  {
    stores: 2,
    times: 4,
    seed: 77,
    largeShare: 0.2,
    text: 'every fifth batch half a megabyte, so that checkpoints run',
  },
];

async function proveRandomKills(say: Say): Promise<Report> {
  const facts: string[] = [];
  const faults: string[] = [];
  for (const { text, stores, seed, ...options } of KILL_RUNS) {
    for (let store = 0; store < stores; store += 1) {
      const { times, history, faults: found } = await killAtRandom({ ...options, seed: seed + 100 * store });
      faults.push(...found);
      facts.push(`${times} kills of one store, ${text}: ${countsOf(history)}.`);
      say(facts.at(-1) ?? '');
    }
  }
  return { facts: ['Load of 12 callers on 3 sites, killed after a random number of answers.', ...facts], faults };
}

function countsOf(history: History): string {
  const { sent, replayed } = history.again;
  return `${history.count('accepted')} acknowledged batches; ${sent} requests without an answer, sent again under their keys, of which ${replayed} turned out to be applied already; ${history.count('rejected')} rejected, ${history.reads.length} reads`;
}

async function proveConcurrency(): Promise<Report> {
  const { history, faults } = await runConcurrently({ callers: 64, sites: 5, batchesEach: 150, seed: 3 });
  const facts = [
    '64 callers on 5 sites, 150 batches each.',
    `${history.count('accepted')} acknowledged, ${history.count('rejected')} rejected, ${history.reads.length} reads, each held against the log of versions.`,
  ];
  return { facts, faults };
}

const CUT_RUNS = [
  { times: 15, seed: 11, largeShare: 0, text: 'small batches' },
  { times: 5, seed: 12, largeShare: 0.5, text: 'every second batch of 1,500 entries' },
];

async function provePowerCut(say: Say): Promise<Report> {
  const facts: string[] = [];
  const faults: string[] = [];
  const skipped: string[] = [];
  for (const fileSystem of ['ext4', 'xfs'] as const) {
    const reason = whyNoImages(fileSystem);
    if (reason !== undefined) skipped.push(`${fileSystem}: ${reason}`);
    for (const { text, ...options } of reason === undefined ? CUT_RUNS : []) {
      const { history, faults: found } = await cutPowerAtRandom(fileSystem, options);
      faults.push(...found.map((fault) => `${fileSystem}: ${fault}`));
      facts.push(`${fileSystem}: ${options.times} cuts under the load of 12 callers, ${text}: ${countsOf(history)}.`);
      say(facts.at(-1) ?? '');
    }
  }
  return { facts, faults, ...(skipped.length === 0 ? {} : { skipped: skipped.join('; ') }) };
}
