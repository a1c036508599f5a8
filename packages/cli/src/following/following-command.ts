import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, DAY_MS, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { followingText } from './following-text.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';

interface FollowingOptions extends Bounds {
  readonly csv?: boolean;
}

/** `setpoint site following` */
export function followingCommand(site: Command, shell: Shell): void {
  site
    .command('following')
    .description('show whether a site did what was planned')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(timeOption('--from <time>', 'the start (default: a day ago)'))
    .addOption(timeOption('--to <time>', 'the end, at most 35 days later (default: one day later)'))
    .option('--csv', 'print CSV, for spreadsheets')
    .action((idOrName: string, options: FollowingOptions) => showFollowing(shell, idOrName, options));
}

async function showFollowing(shell: Shell, idOrName: string, { csv, ...bounds }: FollowingOptions): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  const window = windowOf({
    from: new Date(Date.now() - DAY_MS).toISOString(),
    ...(await timesAt(client, siteId, bounds)),
  });
  const document = () => client.fleet.readFollowing(siteId, window);
  if (csv === true) return shell.printTable({ document, csv: () => client.fleet.followingCsv(siteId, window) });
  const following = await document();
  shell.print(following, followingText(following, window));
}
