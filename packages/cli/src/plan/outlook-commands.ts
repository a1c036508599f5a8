import type { WindowOptions } from '@setpoint/client';
import type { Command } from 'commander';
import { findVisibleSite } from '../sites/find-site.ts';
import { followingText } from '../following/following-text.ts';
import { headroomText } from '../headroom/headroom-text.ts';
import { planText } from './plan-text.ts';
import type { Shell } from '../shell/shell.ts';

const DAY_MS = 86_400_000;

/** `setpoint site plan|headroom|following …` */
export function addOutlookCommands(site: Command, shell: Shell): void {
  outlookCommand(site, 'plan', 'say what will happen on a site, and why').action((name: string, window: Bounds) =>
    showPlan(shell, name, window),
  );
  outlookCommand(site, 'headroom', 'say how much more of each booking fits on a site')
    .option('--resolution <minutes>', 'the length of an interval (default: 15)')
    .action((name: string, asked: Bounds & Intervals) => showHeadroom(shell, name, asked));
  site
    .command('following')
    .description('say whether a site did what was planned')
    .argument('<site>', 'its id or its name')
    .option('--from <instant>', 'such as 2030-01-01T00:00:00Z (default: a day ago)')
    .option('--to <instant>', 'at most 35 days later (default: a day later)')
    .action((name: string, window: Bounds) => showFollowing(shell, name, window));
}

/** What was given of a window; it begins now, and lasts a day, where nothing else is said. */
type Bounds = Partial<WindowOptions>;

interface Intervals {
  readonly resolution?: string;
}

function outlookCommand(site: Command, name: string, description: string): Command {
  return site
    .command(name)
    .description(description)
    .argument('<site>', 'its id or its name')
    .option('--from <instant>', 'such as 2030-01-01T00:00:00Z (default: now)')
    .option('--to <instant>', 'at most 35 days later (default: a day later)');
}

function windowOf({ from = new Date().toISOString(), to }: Bounds): WindowOptions {
  const start = Date.parse(from);
  // What is no instant is for the service to explain.
  return { from, to: to ?? (Number.isNaN(start) ? from : new Date(start + DAY_MS).toISOString()) };
}

async function showPlan(shell: Shell, idOrName: string, bounds: Bounds): Promise<void> {
  const client = shell.client();
  const plan = await client.fleet.readPlan(await findVisibleSite(client, idOrName), windowOf(bounds));
  shell.print(plan, planText(plan));
}

async function showHeadroom(shell: Shell, idOrName: string, { resolution, ...bounds }: Bounds & Intervals) {
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const length = resolution === undefined ? {} : { resolution: Number(resolution) };
  const headroom = await client.fleet.readHeadroom(siteId, { ...windowOf(bounds), ...length });
  shell.print(headroom, headroomText(headroom));
}

async function showFollowing(shell: Shell, idOrName: string, { from, to }: Bounds): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const window = windowOf({
    from: from ?? new Date(Date.now() - DAY_MS).toISOString(),
    ...(to === undefined ? {} : { to }),
  });
  const following = await client.fleet.readFollowing(siteId, window);
  shell.print(following, followingText(following, window));
}
