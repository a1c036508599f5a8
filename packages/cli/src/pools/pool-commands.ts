import type { MemberRoleName, PoolServiceName, PoolSplitName } from '@setpoint/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import type { Bounds } from '../shell/window-of.ts';
import { addPool, type PoolOptions } from './add-pool.ts';
import { changePool } from './change-pool.ts';
import { joinPool, type JoinOptions } from './join-pool.ts';
import { leavePool } from './leave-pool.ts';
import { listMembers, type ListedOptions } from './list-members.ts';
import { putSignal } from './put-signal.ts';
import { listPools } from './list-pools.ts';
import { showPoolAvailability } from './show-pool-availability.ts';
import { showPoolFollowing } from './show-pool-following.ts';
import { type PoolHeadroomOptions, showPoolHeadroom } from './show-pool-headroom.ts';
import { removePool } from './remove-pool.ts';

const SPLITS = ['proportional', 'merit', 'energy'] satisfies PoolSplitName[];
const POOL = 'the id or name of the pool';
const SITE = 'the id or name of a site';

/** `setpoint pool …` */
export function poolCommands(program: Command, shell: Shell): void {
  const pool = program.command('pool').description('sites that provide one service together');

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

  withSettings(
    pool
      .command('change')
      .description('change a pool')
      .argument('<pool>', POOL)
      .option('--name <name>', 'another name'),
  ).action((idOrName: string, options: PoolOptions) => changePool(shell, idOrName, options));

  pool
    .command('remove')
    .description('remove a pool: all members leave now')
    .argument('<pool>', POOL)
    .action((idOrName: string) => removePool(shell, idOrName));

  memberCommands(pool, shell);
}

function memberCommands(pool: Command, shell: Shell): void {
  pool
    .command('members')
    .description('list the members of now and those to come')
    .argument('<pool>', POOL)
    .option('--at <instant>', 'only the members at this instant')
    .option('--known-at <instant>', 'as known at this instant, whatever was changed since')
    .action((idOrName: string, options: ListedOptions) => listMembers(shell, idOrName, options));

  pool
    .command('join')
    .description('make a site a member, or change since when, until when and as what it is one')
    .argument('<pool>', POOL)
    .argument('<site>', SITE)
    .option('--from <instant>', 'when the membership begins (default: now)')
    .option('--to <instant>', 'when it ends (default: never)')
    .addOption(
      new Option('--role <role>', 'backup: only for what the others cannot give')
        .choices(['primary', 'backup'] satisfies MemberRoleName[])
        .default('primary'),
    )
    .addOption(new Option('--rank <number>', 'with the split merit, the lowest comes first').argParser(wholeNumber))
    .addOption(new Option('--ramp <kW per second>', 'how fast the site changes its power').argParser(positiveNumber))
    .action((poolName: string, siteName: string, options: JoinOptions) =>
      joinPool(shell, { poolName, siteName, options }),
    );

  pool
    .command('signal')
    .description('ask a pool for power now; plus is import')
    .argument('<pool>', POOL)
    .argument('<kW>', 'a number, below 0 for export', anyNumber)
    .addOption(new Option('--for <seconds>', 'when it ends by itself').default(12).argParser(wholeNumber))
    .action((idOrName: string, kW: number, options: { for: number }) =>
      putSignal(shell, { idOrName, kW, seconds: options.for }),
    );

  sumCommands(pool, shell);

  pool
    .command('leave')
    .description('end the membership of a site, now')
    .argument('<pool>', POOL)
    .argument('<site>', SITE)
    .action((poolName: string, siteName: string) => leavePool(shell, poolName, siteName));
}

function sumCommands(pool: Command, shell: Shell): void {
  pool
    .command('availability')
    .description('show what a pool can give now, and what stands in the way of more')
    .argument('<pool>', POOL)
    .option('--follow', 'go on whenever it is otherwise; Ctrl-C ends it', false)
    .action((idOrName: string, options: { follow: boolean }) => showPoolAvailability(shell, idOrName, options));

  pool
    .command('headroom')
    .description('show how much more fits on the members of a pool, in sum')
    .argument('<pool>', POOL)
    .option('--from <instant>', 'the start, such as 2030-01-01T00:00:00Z (default: now)')
    .option('--to <instant>', 'the end, at most 35 days later (default: one day later)')
    .option('--resolution <minutes>', 'the length of an interval in minutes (default: 15)')
    .action((idOrName: string, options: PoolHeadroomOptions) => showPoolHeadroom(shell, idOrName, options));

  pool
    .command('following')
    .description('show how the members of a pool follow what it asks of them')
    .argument('<pool>', POOL)
    .option('--from <instant>', 'the start, such as 2030-01-01T00:00:00Z (default: an hour ago)')
    .option('--to <instant>', 'the end, at most 24 hours later (default: one hour later)')
    .action((idOrName: string, bounds: Bounds) => showPoolFollowing(shell, idOrName, bounds));
}

function withSettings(command: Command): Command {
  return command
    .addOption(new Option('--split <rule>', 'how a signal is divided').choices(SPLITS))
    .addOption(new Option('--lead-seconds <seconds>', 'how long before a reference is fixed').argParser(wholeNumber))
    .addOption(new Option('--endurance-minutes <minutes>', 'how long it must last').argParser(wholeNumber));
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function anyNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0) || !Number.isFinite(value)) {
    throw new InvalidArgumentError('It must be a number above 0.');
  }
  return value;
}
