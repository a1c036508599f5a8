import { type Actor, actorText, ASSETS, type Hold, type HoldCounts, type MakeHoldRequest } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { showAsChoice } from '../shell/word-help.ts';
import { coveredText } from './covered-text.ts';
import { coveredBy, makeHold, type MakeHoldOptions } from './make-hold.ts';
import { printHold } from './print-hold.ts';
import { durationOption } from '../shell/duration-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import type { SetpointClient } from '@setpoint/client';
import { collect } from '../shell/only-one.ts';
import { countText } from '../text/count-text.ts';
import { tableText } from '../text/table-text.ts';

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

/** How many sites a hold would cover; nothing is held. */
async function countHeld(shell: Shell, options: MakeHoldOptions): Promise<void> {
  const covered = await coveredBy(shell, options);
  const sites = await sitesOf(shell.client(), covered);
  const most = covered.clientId === undefined ? '' : 'at most ';
  const why = covered.clientId === undefined ? '' : ', those that the client has a grant of';
  const part = covered.asset === undefined ? '' : `${covered.asset} of `;
  const text = `This would hold ${most}${part}${countText(sites, 'site')}${why}. Nothing is held: this was a dry run.`;
  shell.print({ isDryRun: true, ...covered, sites }, text);
}

async function sitesOf(service: SetpointClient, { siteId, poolId, clientId }: MakeHoldRequest): Promise<number> {
  if (siteId !== undefined) return (await service.registry.readSite(siteId)).siteId === siteId ? 1 : 0;
  if (poolId !== undefined) return (await service.pools.read(poolId)).memberCount;
  if (clientId === undefined) return allSites(service);
  const { grants } = await service.registry.readClient(clientId);
  if (grants.some(({ allSites: isForAll }) => isForAll === true)) return allSites(service);
  const granted = new Set(grants.flatMap((grant) => grant.siteId ?? []));
  for (const { poolId: pool } of grants) {
    if (pool === undefined) continue;
    const members = await collect(service.pools.members(pool, { at: new Date().toISOString() }));
    for (const member of members) granted.add(member.siteId);
  }
  return granted.size;
}

async function allSites({ overview }: SetpointClient): Promise<number> {
  let count = 0;
  for await (const { sites } of overview.pages()) count += sites.length;
  return count;
}

/** A hold; with how many sites have confirmed it, while it is open. */
type Listed = Hold & { readonly counts?: HoldCounts };

async function listHolds(shell: Shell, state: 'open' | 'released'): Promise<void> {
  const { holds } = shell.client();
  const isOver = state === 'released';
  const found: Listed[] = await collect(holds.list(state));
  if (!isOver) {
    for (const [index, hold] of found.entries()) {
      found[index] = { ...hold, counts: (await holds.read(hold.holdId)).counts };
    }
  }
  const rows = found.map((hold) => [
    hold.holdId,
    coveredText(hold),
    hold.counts === undefined ? hold.state : confirmedText(hold.counts),
    hold.createdAt,
    doerText(hold.actor),
    ...(isOver ? [hold.releasedAt ?? '-', doerText(hold.releasedBy)] : []),
    hold.reason ?? '',
  ]);
  const third = isOver ? 'STATE' : 'CONFIRMED';
  const columns = ['HOLD ID', 'COVERS', third, 'MADE', 'BY', ...(isOver ? ['RELEASED', 'BY'] : []), 'REASON'];
  const none = isOver ? 'No hold has been released yet.' : 'Nothing is held.';
  shell.print({ holds: found }, rows.length === 0 ? none : tableText(columns, rows));
}

function confirmedText({ sites, confirmed, notStopped, remaining }: HoldCounts): string {
  const lost = notStopped === 0 ? '' : `, ${notStopped} not reached`;
  return `${confirmed} of ${sites + remaining} sites${lost}`;
}

/** Who was removed since has no name any more. */
function doerText(actor: Actor | null): string {
  return actor === null ? '-' : actorText(actor);
}
