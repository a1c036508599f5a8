import { SITE_STATES } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type AddSiteOptions, addSite } from './add-site.ts';
import { type ChangeSiteOptions, changeSite } from './change-site.ts';
import { type ListSitesOptions, listSites } from './list-sites.ts';
import { removeSite } from './remove-site.ts';

/** `setpoint site …` */
export function siteCommands(program: Command, shell: Shell): Command {
  const site = program.command('site').description('the sites of the registry');

  site
    .command('add')
    .description('add a site and print the key of its controller, which is shown this once')
    .argument('<name>', 'what people call it')
    .option('--id <uuid>', 'an id that it has already (default: a new one)')
    .option('--time-zone <zone>', 'where it is, such as Europe/Berlin (default: UTC)')
    .option('--notes <text>', 'for people')
    .action((name: string, options: AddSiteOptions) => addSite(shell, name, options));

  site
    .command('list')
    .description('list the sites by name')
    .option('--name <text>', 'only those with this in their name')
    .addOption(new Option('--online', 'only those that are online'))
    .addOption(new Option('--offline', 'only those that are not').conflicts('online'))
    .addOption(new Option('--state <state>', 'only those in this state').choices(SITE_STATES))
    .option('--issues', 'only those with an issue')
    .action((options: ListSitesOptions) => listSites(shell, options));

  site
    .command('change')
    .description('change the name, the time zone or the notes of a site')
    .argument('<site>', 'its id or its name')
    .option('--name <name>', 'what people call it from now on')
    .option('--time-zone <zone>', 'where it is, such as Europe/Berlin')
    .option('--notes <text>', 'for people')
    .action((idOrName: string, options: ChangeSiteOptions) => changeSite(shell, idOrName, options));

  site
    .command('remove')
    .description('remove a site with its schedules, its history and all grants of it')
    .argument('<site>', 'its id or its name')
    .option('--yes', 'do not ask')
    .action((idOrName: string, options: { yes?: true }) => removeSite(shell, idOrName, options.yes === true));

  return site;
}
