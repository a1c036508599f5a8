import { ASSETS } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { showAsChoice } from '../shell/word-help.ts';
import { coveredText } from './covered-text.ts';
import { listHolds } from './list-holds.ts';
import { makeHold, type MakeHoldOptions } from './make-hold.ts';
import { printHold } from './print-hold.ts';
import { durationOption } from '../shell/duration-option.ts';
import { countHeld } from './count-held.ts';
import { withExamples } from '../shell/with-examples.ts';

/** `setpoint hold …` */
export function holdCommands(program: Command, shell: Shell): void {
  const hold = program
    .command('hold')
    .description('stop commands without deleting them; --all is the emergency stop, and asks nothing')
    .option('--all', 'all sites')
    .addOption(new Option('--site <site>', 'one site, by id or name').conflicts('all'))
    .addOption(
      new Option('--pool <pool>', 'the members of a pool, by id or name, including sites that join later').conflicts([
        'all',
        'site',
      ]),
    )
    .addOption(new Option('--asset <asset>', 'only this asset of the site, or of each member').choices(ASSETS))
    .addOption(
      new Option('--client <client>', 'everything that one client set, by id or name').conflicts([
        'all',
        'site',
        'pool',
      ]),
    )
    .option('--reason <text>', 'the reason, shown to everyone who sees the hold')
    .addOption(
      new Option('--wait <duration>', 'how long to wait for the sites to confirm; a plain number is in seconds')
        .default(30, '30s')
        .argParser(durationOption({ unit: 'seconds', least: 0, most: 99_999 })),
    )
    .option('--dry-run', 'only count the sites that it would hold; nothing is held')
    .action((options: MakeHoldOptions) => {
      const { all, site, pool, client, asset } = options;
      if ([all, site, pool, client].every((one) => one === undefined)) {
        hold.error('error: say what to hold: --all, --site SITE, --pool POOL or --client CLIENT');
      }
      if (asset !== undefined && site === undefined && pool === undefined) {
        hold.error('error: --asset needs --site or --pool');
      }
      return options.dryRun === true ? countHeld(shell, options) : makeHold(shell, options);
    });

  showAsChoice(hold, ['all', 'site', 'pool', 'client']);
  withExamples(
    hold,
    'setpoint hold --all --reason "fire on the site"',
    'setpoint hold --site "Nordhafen 1" --asset bess',
  );

  heldCommands(hold, shell);
}

function heldCommands(hold: Command, shell: Shell): void {
  hold
    .command('list')
    .description('list the open holds, and how many sites have confirmed each')
    .option('--released', 'list the released holds instead')
    .action((options: { released?: true }) => listHolds(shell, options.released === true ? 'released' : 'open'));
  const one = (name: string, description: string) =>
    hold.command(name).description(description).argument('<hold>', 'the id of the hold');
  one('show', 'show how many sites have confirmed a hold, and the sites that could not be reached').action(
    async (holdId: string) => {
      const { holds } = shell.client();
      await printHold(shell, holds, await holds.read(holdId));
    },
  );
  one('release', 'release a hold; the commands that it stopped are carried out again').action(
    async (holdId: string) => {
      const released = await shell.client().holds.release(holdId);
      const what = `Released the hold ${holdId}: ${coveredText(released)}.`;
      shell.print(released, `${what} The commands that it stopped are carried out again.`);
    },
  );
}
