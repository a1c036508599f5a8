import { LIMITS } from '@setpoint/contract';
import type { Pool, PoolServiceName, PoolSplitName } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import type { Bounds } from '../shell/window-of.ts';
import { numberOption } from '../shell/number-option.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { addPool, type PoolOptions } from './add-pool.ts';
import { changePool } from './change-pool.ts';
import { memberCommands } from './member-commands.ts';
import { putSignal } from './put-signal.ts';
import { giveBackSeat } from './give-back-seat.ts';
import { takeSeat } from './take-seat.ts';
import { showPoolAvailability } from './show-pool-availability.ts';
import { showPoolFollowing } from './show-pool-following.ts';
import { showPoolSupplied } from './show-pool-supplied.ts';
import { type PoolHeadroomOptions, showPoolHeadroom } from './show-pool-headroom.ts';
import { durationOption } from '../shell/duration-option.ts';
import { timeOption } from '../shell/time-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import { showPool } from './show-pool.ts';
import { removalOf } from '../shell/removal-of.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 1, most: LIMITS.maxResolutionMinutes });

const SPLITS = ['proportional', 'merit', 'energy'] satisfies PoolSplitName[];

/** `setpoint pool …` */
export function poolCommands(program: Command, shell: Shell): void {
  const pool = program.command('pool').description('manage pools: sites that provide one service together');
  pool
    .command('list')
    .description('list the pools')
    .action(() => listPools(shell));
  withSettings(
    pool
      .command('add')
      .description('add a pool without members')
      .argument('<name>', 'a name for people')
      .addOption(
        new Option('--service <service>', 'the service that it provides')
          .choices(['afrr', 'mfrr'] satisfies PoolServiceName[])
          .makeOptionMandatory(),
      )
      .option('--id <uuid>', 'the id of the pool (default: a new one)'),
  ).action((name: string, options: PoolOptions) => addPool(shell, name, options));
  const one = commandsOn(pool, shell, 'pool');
  withExamples(
    one('show', 'show a pool: its settings, its seat and its last signal', (found) => showPool(shell, found)),
    'setpoint pool show "aFRR north"',
    'setpoint pool show afrr --json | jq .signal.shortfallkW',
  );
  withSettings(
    one('change', 'change a pool', (found, options: PoolOptions) => changePool(shell, found, options)).option(
      '--name <name>',
      'the new name',
    ),
  );
  removalOf(pool, shell, {
    noun: 'pool',
    description: 'remove a pool; all members leave now',
    losing: 'with all memberships',
    remove: async ({ poolId, poolName }) => {
      await shell.client().pools.remove(poolId);
      shell.print({ poolId, isRemoved: true }, sentence`Removed the pool ${poolName} (${poolId}).`);
    },
  });
  memberCommands(pool, shell);
  signalCommand(pool, shell);
  seatCommands(pool, shell);
  sumCommands(pool, shell);
}

async function listPools(shell: Shell): Promise<void> {
  const pools = await collect(shell.client().pools.list());
  const columns: Columns<Pool> = {
    'POOL ID': ({ poolId }) => poolId,
    NAME: ({ poolName }) => poolName,
    SERVICE: ({ service }) => service,
    SPLIT: ({ split }) => split,
    ENDURANCE: ({ enduranceMinutes }) => `${enduranceMinutes} min`,
  };
  shell.print({ pools }, listText(pools, columns, 'There is no pool, or none that this client has a grant of.'));
}

const ENDURANCE = durationOption({ unit: 'minutes', least: 1, most: 1_440 });

function signalCommand(pool: Command, shell: Shell): void {
  const one = commandsOn(pool, shell, 'pool');
  one('signal', 'ask a pool for power now; plus is import', (found, kW: number, options: { for: number }) =>
    putSignal(shell, found, { kW, seconds: options.for }),
  )
    .argument('<kW>', 'the power; negative for export', numberOption({ unit: 'kW' }))
    .addOption(
      new Option('--for <duration>', 'how long it lasts; a plain number is in seconds')
        .default(12, '12s')
        .argParser(durationOption({ unit: 'seconds', least: 1, most: LIMITS.maxSignalSeconds })),
    );
}

function seatCommands(pool: Command, shell: Shell): void {
  const seat = pool.command('seat').description('manage the seat of a pool: the right to send its signals');
  const one = commandsOn(seat, shell, 'pool');
  one('take', 'take the seat over; from then on only you can send signals', (found, options: { reason: string }) =>
    takeSeat(shell, found, options),
  ).requiredOption('--reason <text>', 'the reason, for people');
  one('give', 'give the seat back; the next sender gets it', (found) => giveBackSeat(shell, found));
}

const hourFrom = () => timeOption('--from <time>', 'the start (default: an hour ago)');
const hourTo = () => timeOption('--to <time>', 'the end, at most 24 hours later (default: one hour later)');

function sumCommands(pool: Command, shell: Shell): void {
  const one = commandsOn(pool, shell, 'pool');
  one(
    'availability',
    'show the power that a pool can give now, and what limits it',
    ({ poolId }, options: { follow?: true }) => showPoolAvailability(shell, poolId, options),
  ).option('--follow', 'keep printing changes; Ctrl-C ends it');
  one(
    'headroom',
    'show how much more fits on the members of a pool, added up',
    ({ poolId }, options: PoolHeadroomOptions) => showPoolHeadroom(shell, poolId, options),
  )
    .addOption(timeOption('--from <time>', 'the start (default: now)'))
    .addOption(timeOption('--to <time>', 'the end, at most 35 days later (default: one day later)'))
    .option('--resolution <duration>', 'the length of an interval (default: 15m)', MINUTES);
  one('following', 'show how the members of a pool follow its signal', ({ poolId }, bounds: Bounds) =>
    showPoolFollowing(shell, poolId, bounds),
  )
    .addOption(hourFrom())
    .addOption(hourTo());
  one('supplied', 'show what a pool supplied, minute by minute', ({ poolId }, bounds: Bounds) =>
    showPoolSupplied(shell, poolId, bounds),
  )
    .addOption(hourFrom())
    .addOption(hourTo());
}

function withSettings(command: Command): Command {
  return command
    .addOption(new Option('--split <rule>', 'how a signal is divided').choices(SPLITS))
    .addOption(
      new Option('--endurance-minutes <duration>', 'how long the pool must sustain its full power').argParser(
        ENDURANCE,
      ),
    );
}
