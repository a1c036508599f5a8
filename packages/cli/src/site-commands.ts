import { createInterface } from 'node:readline/promises';
import type { RegisteredSite } from '@setpoint/contract';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { findSite } from './find-by-name.ts';
import { addKeyCommands } from './key-commands.ts';
import { addOutlookCommands } from './outlook-commands.ts';
import { fieldsText, tableText } from './print.ts';
import type { Shell } from './shell.ts';

/** `setpoint site …` */
export function addSiteCommands(program: Command, shell: Shell): void {
  const site = program.command('site').description('the sites of the registry');

  site
    .command('add')
    .description('add a site and print the key of its controller, which is shown this once')
    .argument('<name>', 'what people call it')
    .option('--id <uuid>', 'an id that it has already (default: a new one)')
    .option('--time-zone <zone>', 'where it is, such as Europe/Berlin (default: UTC)')
    .action((name: string, options: AddOptions) => addSite(shell, name, options));

  site
    .command('list')
    .description('list all sites by name')
    .action(() => listSites(shell));

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
}

async function addSite(shell: Shell, siteName: string, { id, timeZone }: AddOptions): Promise<void> {
  const added = await shell.registry().addSite({
    siteName,
    ...(id === undefined ? {} : { siteId: id }),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
}

async function listSites(shell: Shell): Promise<void> {
  const sites: RegisteredSite[] = [];
  for await (const site of shell.registry().sites()) sites.push(site);
  const rows = sites.map((site) => [site.siteId, site.siteName, site.timeZone, site.createdAt]);
  const table = tableText(['SITE ID', 'NAME', 'TIME ZONE', 'ADDED'], rows);
  shell.print({ sites }, sites.length === 0 ? 'No sites yet. Add one: npx setpoint site add NAME' : table);
}

async function removeSite(shell: Shell, idOrName: string, isSure: boolean): Promise<void> {
  const registry = shell.registry();
  const { siteId, siteName } = await findSite(registry, idOrName);
  if (!isSure) await confirm(siteName);
  await registry.removeSite(siteId);
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
