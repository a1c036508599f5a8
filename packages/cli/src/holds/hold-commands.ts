import { setTimeout as sleep } from 'node:timers/promises';
import {
  ASSETS,
  type Asset,
  type HeldSite,
  type Hold,
  type HoldStatus,
  parseClientId,
  parseSiteId,
} from '@setpoint/contract';
import type { HoldCalls, RegistryCalls } from '@setpoint/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import { findClient, findSite } from '../sites/find-site.ts';
import { tableText } from '../text/table-text.ts';
import type { Shell } from '../shell/shell.ts';

interface HoldOptions {
  readonly all?: true;
  readonly site?: string;
  readonly asset?: Asset;
  readonly client?: string;
  readonly reason?: string;
  readonly wait: number;
}

const LOOK_EVERY_MS = 500;
const LISTED = 50;

/** `setpoint hold …` */
export function addHoldCommands(program: Command, shell: Shell): void {
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
    .action((options: HoldOptions) => {
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
    .action(async (holdId: string) => {
      const { holds } = shell.client();
      await report(shell, holds, await holds.read(holdId));
    });

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

async function makeHold(shell: Shell, options: HoldOptions): Promise<void> {
  const { holds, registry } = shell.client();
  const { reason, wait } = options;
  const covered = await coveredBy(registry, options);
  const { holdId } = await holds.make({ ...covered, ...(reason === undefined ? {} : { reason }) });
  const status = await watch(shell, { holds, holdId, untilMs: performance.now() + wait * 1_000 });
  await report(shell, holds, status);
  const { waiting, notStopped, remaining } = status.counts;
  if (waiting + notStopped + remaining > 0) {
    throw new CliError('not_stopped', `Not every site has confirmed. \`npx setpoint hold show ${holdId}\` tells more.`);
  }
}

async function coveredBy(registry: RegistryCalls, { site, asset, client }: HoldOptions) {
  if (site !== undefined) {
    const siteId = parseSiteId(site) ?? (await findSite(registry, site)).siteId;
    return { siteId, ...(asset === undefined ? {} : { asset }) };
  }
  if (client === undefined) return { allSites: true } as const;
  return { clientId: parseClientId(client) ?? (await findClient(registry, client)).clientId };
}

interface Watched {
  readonly holds: HoldCalls;
  readonly holdId: string;
  readonly untilMs: number;
}

async function watch(shell: Shell, { holds, holdId, untilMs }: Watched): Promise<HoldStatus> {
  for (;;) {
    const status = await holds.read(holdId);
    shell.progress(countsText(status));
    const isSettled = status.state === 'applied' && status.counts.waiting === 0;
    if (isSettled || performance.now() >= untilMs) return status;
    await sleep(LOOK_EVERY_MS);
  }
}

async function report(shell: Shell, holds: HoldCalls, status: HoldStatus): Promise<void> {
  const { sites: _sites, nextCursor: _cursor, ...told } = status;
  const notStopped: HeldSite[] = [];
  for await (const site of holds.sites(status.holdId, 'not_stopped')) notStopped.push(site);
  const lines = [`Hold ${status.holdId}: ${coveredText(status)}. ${countsText(status)}`];
  if (notStopped.length > 0) {
    const rows = notStopped.slice(0, LISTED).map((site) => [site.siteId, site.siteName, site.reportedAt ?? 'never']);
    lines.push('Cannot be reached, and may be carrying on:', tableText(['SITE ID', 'NAME', 'LAST REPORT'], rows));
    if (notStopped.length > LISTED) lines.push(`… and ${notStopped.length - LISTED} more; --json lists them all.`);
  }
  shell.print({ ...told, notStopped }, lines.join('\n'));
}

async function listHolds(shell: Shell, state: 'open' | 'released'): Promise<void> {
  const found: Hold[] = [];
  for await (const hold of shell.client().holds.list(state)) found.push(hold);
  const rows = found.map((hold) => [hold.holdId, coveredText(hold), hold.state, hold.createdAt, hold.reason ?? '']);
  const none = state === 'open' ? 'Nothing is held.' : 'No hold was let go yet.';
  shell.print(
    { holds: found },
    rows.length === 0 ? none : tableText(['HOLD ID', 'COVERS', 'STATE', 'MADE', 'REASON'], rows),
  );
}

async function releaseHold(shell: Shell, holdId: string): Promise<void> {
  const hold = await shell.client().holds.release(holdId);
  shell.print(hold, `Let go of the hold ${holdId}: ${coveredText(hold)}. What it stopped is carried out again.`);
}

function coveredText({ allSites, siteId, asset, clientId }: Hold): string {
  if (allSites === true) return 'all sites';
  if (clientId !== undefined) return `all that the client ${clientId} set`;
  return asset === undefined ? `site ${siteId}` : `${asset} of site ${siteId}`;
}

function countsText({ counts }: HoldStatus): string {
  const { sites, confirmed, waiting, notStopped, remaining } = counts;
  const parts = [`${confirmed} of ${sites} sites confirmed`, `${waiting} waiting`, `${notStopped} not reached`];
  if (remaining > 0) parts.push(`${remaining} still to come`);
  return parts.join(', ');
}
