import { LIMITS } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { headroomText } from './headroom-text.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';
import { durationOption } from '../shell/duration-option.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 1, most: LIMITS.maxResolutionMinutes });

interface HeadroomOptions extends Bounds {
  readonly resolution?: number;
  readonly csv?: boolean;
}

/** `setpoint site headroom` */
export function headroomCommand(site: Command, shell: Shell): void {
  site
    .command('headroom')
    .description('show how much more of each booking fits on a site')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(timeOption('--from <time>', 'the start (default: now)'))
    .addOption(timeOption('--to <time>', 'the end, at most 35 days later (default: one day later)'))
    .option('--resolution <duration>', 'the length of an interval (default: 15m)', MINUTES)
    .option('--csv', 'print CSV, for spreadsheets')
    .action((idOrName: string, options: HeadroomOptions) => showHeadroom(shell, idOrName, options));
}

async function showHeadroom(shell: Shell, idOrName: string, options: HeadroomOptions): Promise<void> {
  const { resolution, csv, ...bounds } = options;
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  const length = resolution === undefined ? {} : { resolution };
  const window = { ...windowOf(await timesAt(client, siteId, bounds)), ...length };
  const document = () => client.fleet.readHeadroom(siteId, window);
  if (csv === true) return shell.printTable({ document, csv: () => client.fleet.headroomCsv(siteId, window) });
  const headroom = await document();
  shell.print(headroom, headroomText(headroom));
}
