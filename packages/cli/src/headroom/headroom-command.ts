import { LIMITS } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { headroomText } from './headroom-text.ts';
import { numberOption } from '../shell/number-option.ts';

const MINUTES = numberOption({ least: 1, most: LIMITS.maxResolutionMinutes, isWhole: true });

interface HeadroomOptions extends Bounds {
  readonly resolution?: number;
  readonly csv?: boolean;
}

/** `setpoint site headroom` */
export function headroomCommand(site: Command, shell: Shell): void {
  site
    .command('headroom')
    .description('show how much more of each booking fits on a site')
    .argument('<site>', 'the id or name of the site')
    .option('--from <instant>', 'the start, such as 2030-01-01T00:00:00Z (default: now)')
    .option('--to <instant>', 'the end, at most 35 days later (default: one day later)')
    .option('--resolution <minutes>', 'the length of an interval in minutes (default: 15)', MINUTES)
    .option('--csv', 'print CSV, for spreadsheets')
    .action((idOrName: string, options: HeadroomOptions) => showHeadroom(shell, idOrName, options));
}

async function showHeadroom(shell: Shell, idOrName: string, options: HeadroomOptions): Promise<void> {
  const { resolution, csv, ...bounds } = options;
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const length = resolution === undefined ? {} : { resolution };
  const window = { ...windowOf(bounds), ...length };
  const document = () => client.fleet.readHeadroom(siteId, window);
  if (csv === true) return shell.printTable({ document, csv: () => client.fleet.headroomCsv(siteId, window) });
  const headroom = await document();
  shell.print(headroom, headroomText(headroom));
}
