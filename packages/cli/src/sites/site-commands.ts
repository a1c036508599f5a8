import { SITE_STATES } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { type AddSiteOptions, addSite } from './add-site.ts';
import { type ChangeSiteOptions, changeSite } from './change-site.ts';
import { type ListSitesOptions, listSites } from './list-sites.ts';
import { removeSite } from './remove-site.ts';
import { secondsOf } from './seconds-of.ts';
import { withExamples } from '../shell/with-examples.ts';
import { showSite } from './show-site.ts';
import { removalOf } from '../shell/removal-of.ts';

const HOLD_SECONDS =
  'how long its controller follows the schedule when it is cut off: 1m to 31d (default: until the schedule ends)';

/** `setpoint site …` */
export function siteCommands(program: Command, shell: Shell): Command {
  const site = program.command('site').description('manage and inspect sites');

  withExamples(
    site
      .command('add')
      .description('add a site and print its controller key, which is shown only once')
      .argument('<name>', 'the name of the site')
      .option('--id <uuid>', 'its id in another system (default: a new one)')
      .option('--time-zone <zone>', 'its time zone, such as Europe/Berlin (default: UTC)')
      .option('--notes <text>', 'notes for people')
      .option('--hold-seconds <duration>', HOLD_SECONDS, secondsOf)
      .action((name: string, options: AddSiteOptions) => addSite(shell, name, options)),
    'setpoint site add "Nordhafen 1" --time-zone Europe/Berlin --hold-seconds 2h',
  );

  site
    .command('list')
    .description('list the sites, sorted by name')
    .option('--name <text>', 'only sites with this text in their name')
    .addOption(new Option('--online', 'only sites that are online'))
    .addOption(new Option('--offline', 'only sites that are offline').conflicts('online'))
    .addOption(new Option('--state <state>', 'only sites in this delivery state').choices(SITE_STATES))
    .option('--issues', 'only sites with an issue: rejected, limited, protocol_error, held or a trouble')
    .option('--pool <pool>', 'only the members of a pool now, by its id or name')
    .action((options: ListSitesOptions) => listSites(shell, options));

  const one = commandsOn(site, shell, 'site');
  withExamples(
    one('show', 'show a site: its state, its running commands and its troubles', (found) => showSite(shell, found)),
    'setpoint site show "Nordhafen 1"',
    'setpoint site show nordh --json | jq .overview.powerkW',
  );
  one(
    'change',
    'change the name, time zone, notes or hold seconds of a site',
    ({ siteId }, options: ChangeSiteOptions) => changeSite(shell, siteId, options),
  )
    .option('--name <name>', 'its new name')
    .option('--time-zone <zone>', 'its new time zone, such as Europe/Berlin')
    .option('--notes <text>', 'notes for people')
    .option('--hold-seconds <duration>', `${HOLD_SECONDS}; "none" resets to the default`, secondsOrNone);

  removalOf(site, shell, {
    noun: 'site',
    description: 'remove a site with its schedule, history, controller keys and grants',
    losing: 'with its schedule and history',
    remove: (found) => removeSite(shell, found),
  });

  return site;
}

function secondsOrNone(text: string): number | 'none' {
  return text === 'none' ? text : secondsOf(text);
}
