import { createInterface } from 'node:readline/promises';
import { type RegisteredSite, SITE_STATES, type SiteStateName } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import { findSite } from './find-site.ts';
import { addKeyCommands } from '../registry/key-commands.ts';
import { addOutlookCommands } from '../plan/outlook-commands.ts';
import { fieldsText } from '../text/fields-text.ts';
import { tableText } from '../text/table-text.ts';
import type { Shell } from '../shell/shell.ts';

/** `setpoint site …` */
export function addSiteCommands(program: Command, shell: Shell): void {
  const site = program.command('site').description('the sites of the registry');

  site
    .command('add')
    .description('add a site and print the key of its controller, which is shown this once')
    .argument('<name>', 'what people call it')
    .option('--id <uuid>', 'an id that it has already (default: a new one)')
    .option('--time-zone <zone>', 'where it is, such as Europe/Berlin (default: UTC)')
    .option('--notes <text>', 'for people')
    .action((name: string, options: AddOptions) => addSite(shell, name, options));

  site
    .command('list')
    .description('list the sites by name')
    .option('--name <text>', 'only those with this in their name')
    .addOption(new Option('--online', 'only those that are online'))
    .addOption(new Option('--offline', 'only those that are not').conflicts('online'))
    .addOption(new Option('--state <state>', 'only those in this state').choices(SITE_STATES))
    .option('--issues', 'only those with an issue')
    .action((options: ListOptions) => listSites(shell, options));

  site
    .command('change')
    .description('change the name, the time zone or the notes of a site')
    .argument('<site>', 'its id or its name')
    .option('--name <name>', 'what people call it from now on')
    .option('--time-zone <zone>', 'where it is, such as Europe/Berlin')
    .option('--notes <text>', 'for people')
    .action((idOrName: string, options: ChangeOptions) => changeSite(shell, idOrName, options));

  site
    .command('remove')
    .description('remove a site with its schedules, its history and all grants of it')
    .argument('<site>', 'its id or its name')
    .option('--yes', 'do not ask')
    .action((idOrName: string, options: { yes?: true }) => removeSite(shell, idOrName, options.yes === true));

  addKeyCommands(site, shell);
  addOutlookCommands(site, shell);
}

interface AddOptions {
  readonly id?: string;
  readonly timeZone?: string;
  readonly notes?: string;
}

async function addSite(shell: Shell, siteName: string, { id, timeZone, notes }: AddOptions): Promise<void> {
  const added = await shell.registry().addSite({
    siteName,
    ...(id === undefined ? {} : { siteId: id }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
  });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
}

interface ListOptions {
  readonly name?: string;
  readonly online?: true;
  readonly offline?: true;
  readonly state?: SiteStateName;
  readonly issues?: true;
}

async function listSites(shell: Shell, { online, offline, ...filter }: ListOptions): Promise<void> {
  const presence = offline === true ? false : online;
  const sites: RegisteredSite[] = [];
  for await (const site of shell.registry().sites({ ...filter, online: presence })) sites.push(site);
  const rows = sites.map((site) => [
    site.siteId,
    site.siteName,
    site.timeZone,
    site.createdAt,
    site.isOnline ? 'online' : 'offline',
    site.state,
    site.issues.join(' '),
  ]);
  const table = tableText(['SITE ID', 'NAME', 'TIME ZONE', 'ADDED', 'PRESENCE', 'STATE', 'ISSUES'], rows);
  const isFiltered = Object.keys(filter).length > 0 || presence !== undefined;
  const none = isFiltered ? 'No such sites.' : 'No sites yet. Add one: npx setpoint site add NAME';
  shell.print({ sites }, sites.length === 0 ? none : table);
}

interface ChangeOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly notes?: string;
}

async function changeSite(shell: Shell, idOrName: string, { name, timeZone, notes }: ChangeOptions): Promise<void> {
  const registry = shell.registry();
  const { siteId } = await findSite(registry, idOrName);
  const changed = await registry.changeSite(siteId, {
    ...(name === undefined ? {} : { siteName: name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
  });
  const fields = fieldsText([
    ['name', changed.siteName],
    ['time zone', changed.timeZone],
    ['notes', changed.notes],
  ]);
  shell.print(changed, `Changed the site ${siteId}.\n${fields}`);
}

async function removeSite(shell: Shell, idOrName: string, isSure: boolean): Promise<void> {
  const registry = shell.registry();
  const { siteId, siteName } = await findSite(registry, idOrName);
  if (!isSure) await confirm(siteName);
  await registry.removeSite(siteId, siteName);
  shell.print({ siteId, siteName, isRemoved: true }, `Removed the site ${siteName} (${siteId}).`);
}

async function confirm(siteName: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CliError('not_confirmed', 'Nothing was removed: there is nobody to ask here. Add --yes to remove it.');
  }
  // On the error stream, so that the answer of the command is alone on the other.
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await prompt.question(`This removes ${siteName} with its schedules and history. Type its name: `);
  prompt.close();
  if (typed !== siteName) throw new CliError('not_confirmed', 'Nothing was removed: that is not its name.');
}
