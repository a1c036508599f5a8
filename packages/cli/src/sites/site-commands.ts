import { LIMITS, type RegisteredSite, SITE_STATES } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { listSites, type ListSitesOptions } from './list-sites.ts';
import { withExamples } from '../shell/with-examples.ts';
import { showSite } from './show-site.ts';
import { removalOf } from '../shell/removal-of.ts';
import { durationOption } from '../shell/duration-option.ts';
import { sentence } from '../text/printable.ts';
import { fieldsText } from '../text/fields-text.ts';
import { collect } from '../shell/only-one.ts';
import { noteSameName } from '../shell/note-same-name.ts';

/** Reads how long a controller carries on. */
const secondsOf = durationOption({ unit: 'seconds', least: LIMITS.minHoldSeconds, most: LIMITS.maxHoldSeconds });

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
    .option('--attention', 'only sites with problems, and what they are, the gravest first')
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

async function removeSite(shell: Shell, { siteId, siteName }: RegisteredSite): Promise<void> {
  await shell.client().registry.removeSite(siteId, siteName);
  shell.print({ siteId, siteName, isRemoved: true }, sentence`Removed the site ${siteName} (${siteId}).`);
}

interface AddSiteOptions {
  readonly id?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  readonly holdSeconds?: number;
}

async function addSite(shell: Shell, siteName: string, options: AddSiteOptions): Promise<void> {
  const { id, ...rest } = options;
  const named = id === undefined ? { siteName } : { siteName, siteId: id };
  const others = await collect(shell.client().registry.sites({ name: siteName }), (site) => site.siteName === siteName);
  const added = await shell.client().registry.addSite({ ...named, ...rest });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
  noteSameName(shell, { noun: 'site', name: siteName, ids: others.map((site) => site.siteId) });
}

interface ChangeSiteOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  /** `none` for as long as the schedule lasts. */
  readonly holdSeconds?: number | 'none';
}

async function changeSite(shell: Shell, siteId: string, options: ChangeSiteOptions): Promise<void> {
  const { name, holdSeconds, ...rest } = options;
  const changed = await shell.client().registry.changeSite(siteId, {
    ...rest,
    ...(name === undefined ? {} : { siteName: name }),
    ...(holdSeconds === undefined ? {} : { holdSeconds: holdSeconds === 'none' ? null : holdSeconds }),
  });
  const fields = fieldsText([
    ['name', changed.siteName],
    ['time zone', changed.timeZone],
    ['notes', changed.notes],
    ['hold seconds', changed.holdSeconds === null ? 'none' : String(changed.holdSeconds)],
  ]);
  shell.print(changed, `Changed the site ${siteId}.\n${fields}`);
}
