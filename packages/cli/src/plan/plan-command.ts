import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { planText } from './plan-text.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';

interface PlanOptions extends Bounds {
  readonly csv?: boolean;
}

/** `setpoint site plan` */
export function planCommand(site: Command, shell: Shell): void {
  site
    .command('plan')
    .description('show what will happen on a site, and why')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(timeOption('--from <time>', 'the start (default: now)'))
    .addOption(timeOption('--to <time>', 'the end, at most 35 days later (default: one day later)'))
    .option('--csv', 'print CSV, for spreadsheets')
    .action((idOrName: string, options: PlanOptions) => showPlan(shell, idOrName, options));
}

async function showPlan(shell: Shell, idOrName: string, { csv, ...bounds }: PlanOptions): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  const window = windowOf(await timesAt(client, siteId, bounds));
  const document = () => client.fleet.readPlan(siteId, window);
  if (csv === true) return shell.printTable({ document, csv: () => client.fleet.planCsv(siteId, window) });
  const plan = await document();
  shell.print(plan, planText(plan));
}
