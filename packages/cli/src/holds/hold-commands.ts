import { ASSETS } from '@setpoint/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { listHolds } from './list-holds.ts';
import { makeHold, type MakeHoldOptions } from './make-hold.ts';
import { releaseHold } from './release-hold.ts';
import { showHold } from './show-hold.ts';

/** `setpoint hold …` */
export function holdCommands(program: Command, shell: Shell): void {
  const hold = program
    .command('hold')
    .description('stop what was asked for, without forgetting it; --all is the emergency stop')
    .option('--all', 'every site there is')
    .addOption(new Option('--site <site>', 'one site, by its id or its name').conflicts('all'))
    .addOption(new Option('--asset <asset>', 'of that site, this asset alone').choices(ASSETS))
    .addOption(
      new Option('--client <client>', 'all that one client set, by its id or its name').conflicts(['all', 'site']),
    )
    .option('--reason <text>', 'for whoever finds the hold')
    .addOption(new Option('--wait <seconds>', 'for how long to wait for the sites').default(30).argParser(secondsOf))
    .action((options: MakeHoldOptions) => {
      if (options.all === undefined && options.site === undefined && options.client === undefined) {
        hold.error('error: say what to hold: --all, --site SITE or --client CLIENT');
      }
      if (options.asset !== undefined && options.site === undefined) hold.error('error: --asset needs --site');
      return makeHold(shell, options);
    });

  hold
    .command('list')
    .description('list the holds that last')
    .option('--released', 'those that were let go')
    .action((options: { released?: true }) => listHolds(shell, options.released === true ? 'released' : 'open'));

  hold
    .command('show')
    .description('show how far a hold has come, and which sites it did not stop')
    .argument('<hold>', 'its id')
    .action((holdId: string) => showHold(shell, holdId));

  hold
    .command('release')
    .description('let a hold go: what it stopped is carried out again')
    .argument('<hold>', 'its id')
    .action((holdId: string) => releaseHold(shell, holdId));
}

function secondsOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number of seconds.');
  return Number(text);
}
