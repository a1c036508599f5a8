import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, DAY_MS, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { followingText } from './following-text.ts';

interface FollowingOptions extends Bounds {
  readonly csv?: boolean;
}

/** `setpoint site following` */
export function followingCommand(site: Command, shell: Shell): void {
  site
    .command('following')
    .description('show whether a site did what was planned')
    .argument('<site>', 'the id or name of the site')
    .option('--from <instant>', 'the start, such as 2030-01-01T00:00:00Z (default: a day ago)')
    .option('--to <instant>', 'the end, at most 35 days later (default: one day later)')
    .option('--csv', 'print CSV, for spreadsheets')
    .action((idOrName: string, options: FollowingOptions) => showFollowing(shell, idOrName, options));
}

async function showFollowing(shell: Shell, idOrName: string, { csv, ...bounds }: FollowingOptions): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const window = windowOf({ from: new Date(Date.now() - DAY_MS).toISOString(), ...bounds });
  const document = () => client.fleet.readFollowing(siteId, window);
  if (csv === true) return shell.printTable({ document, csv: () => client.fleet.followingCsv(siteId, window) });
  const following = await document();
  shell.print(following, followingText(following, window));
}
