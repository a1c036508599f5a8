import {
  actorText,
  LIMITS,
  type Pool,
  type PoolServiceName,
  type PoolSignal,
  type PoolSplitName,
  type PoolStatus,
} from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { numberOption } from '../shell/number-option.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { sentence } from '../text/printable.ts';
import { memberCommands } from './member-commands.ts';
import { sumCommands } from './sum-commands.ts';
import { durationOption, durationText } from '../shell/duration-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import { removalOf } from '../shell/removal-of.ts';
import { randomUUID } from 'node:crypto';
import { kilowattText } from '../text/kilowatt-text.ts';
import { SetpointError } from '@setpoint/client';
import { instantText } from '../text/instant-text.ts';
import { fieldsText } from '../text/fields-text.ts';

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
    sendSignal(shell, found, kW, options.for),
  )
    .argument('<kW>', 'the power; negative for export', numberOption({ unit: 'kW' }))
    .addOption(
      new Option('--for <duration>', 'how long it lasts; a plain number is in seconds')
        .default(12, '12s')
        .argParser(durationOption({ unit: 'seconds', least: 1, most: LIMITS.maxSignalSeconds })),
    );
  one('take-back', 'take the signal in force back; the one before it is in force again', (found) =>
    takeBackSignal(shell, found),
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

function withSettings(command: Command): Command {
  return command
    .addOption(new Option('--split <rule>', 'how a signal is divided').choices(SPLITS))
    .addOption(
      new Option('--endurance-minutes <duration>', 'how long the pool must sustain its full power').argParser(
        ENDURANCE,
      ),
    );
}

/** Gives back the right to send the signals of a pool; the next sender gets it. */
async function giveBackSeat(shell: Shell, { poolId, poolName }: Pool): Promise<void> {
  await shell.client().pools.giveBackSeat(poolId);
  shell.print({ poolId, seat: null }, sentence`The seat of ${poolName} is free: the next sender of a signal takes it.`);
}

/** Takes the right to send the signals of a pool from its holder. */
async function takeSeat(shell: Shell, pool: Pool, { reason }: { readonly reason: string }): Promise<void> {
  const { poolId, poolName } = pool;
  const seat = await shell.client().pools.takeSeat(poolId, reason);
  const text = sentence`You have the seat of ${poolName}: only you send its signals, until setpoint pool seat give ${poolName}.`;
  shell.print({ poolId, ...seat }, text);
}

async function changePool(shell: Shell, { poolId, ...before }: Pool, options: PoolOptions): Promise<void> {
  const pool = await shell.client().pools.put(poolId, {
    poolName: options.name ?? before.poolName,
    service: before.service,
    split: options.split ?? before.split,
    enduranceMinutes: options.enduranceMinutes ?? before.enduranceMinutes,
  });
  shell.print(pool, sentence`Changed the pool ${pool.poolName} (${pool.poolId}).`);
}

interface PoolOptions {
  readonly id?: string;
  readonly name?: string;
  readonly service?: PoolServiceName;
  readonly split?: PoolSplitName;
  readonly enduranceMinutes?: number;
}

async function addPool(shell: Shell, poolName: string, options: Omit<PoolOptions, 'name'>): Promise<void> {
  const { id = randomUUID(), service = 'afrr', split = 'proportional', ...rest } = options;
  const pool = await shell.client().pools.put(id, { poolName, service, split, ...rest });
  shell.print(pool, sentence`Added the pool ${pool.poolName} (${pool.poolId}) for ${pool.service}.`);
}

async function sendSignal(shell: Shell, pool: Pool, kW: number, seconds: number): Promise<void> {
  const validUntil = new Date(Date.now() + seconds * 1_000).toISOString();
  printSignal(shell, pool, await shell.client().pools.sendSignal(pool.poolId, { kW, validUntil }));
}

async function takeBackSignal(shell: Shell, pool: Pool): Promise<void> {
  const { pools } = shell.client();
  const { orderSequence } = await pools.readSignal(pool.poolId);
  printSignal(shell, pool, await pools.takeBackSignal(pool.poolId, orderSequence));
}

function printSignal(shell: Shell, { poolName }: Pool, signal: PoolSignal): void {
  const { orderedkW, shortfallkW, memberCount } = signal;
  const reasons = signal.reasons.map(({ because, members }) => `${because} (${members})`).join(', ');
  const missing = shortfallkW === 0 ? '' : ` ${shortfallkW} kW are missing: ${reasons}.`;
  const text = sentence`${poolName}: ${String(orderedkW)} of ${String(signal.kW)} kW among ${String(memberCount)} members until ${signal.validUntil}.`;
  shell.print(signal, text + missing);
}

/** One pool: its settings, who sends its signals, and what was asked for last. */
async function showPool(shell: Shell, { poolId }: Pool): Promise<void> {
  const { pools } = shell.client();
  const [status, signal] = await Promise.all([pools.read(poolId), lastSignal(pools.readSignal(poolId))]);
  const fields = fieldsText([
    ['name', status.poolName],
    ['pool id', poolId],
    ['service', status.service],
    ['split', status.split],
    ['endurance', durationText(status.enduranceMinutes * 60_000)],
    ['members', String(status.memberCount)],
    ['seat', seatText(status)],
    ['signal', signal === null ? 'none yet' : signalText(signal)],
  ]);
  shell.print({ ...status, signal }, fields);
}

async function lastSignal(reading: Promise<PoolSignal>): Promise<PoolSignal | null> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof SetpointError && cause.status === 404) return null;
    throw cause;
  }
}

function seatText({ seat, canSignal }: PoolStatus): string {
  const mine = canSignal ? '' : '; you may not send signals';
  if (seat === null) return `free${mine}`;
  const reason = seat.reason === null ? '' : `, ${JSON.stringify(seat.reason)}`;
  return `${actorText(seat.holder)} since ${instantText(seat.takenAt)} UTC${reason}${mine}`;
}

function signalText({ kW, orderedkW, shortfallkW, validUntil, memberCount }: PoolSignal): string {
  const missing = shortfallkW === 0 ? '' : `, short by ${kilowattText(shortfallkW)}`;
  const end = Date.parse(validUntil) > Date.now() ? 'until' : 'ended';
  return `${kW} kW, ${orderedkW} kW ordered from ${memberCount} members${missing}, ${end} ${instantText(validUntil)} UTC`;
}
