import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-site.ts';
import { planText } from './plan-text.ts';

/** `setpoint site plan` */
export function planCommand(site: Command, shell: Shell): void {
  site
    .command('plan')
    .description('show what will happen on a site, and why')
    .argument('<site>', 'the id or name of the site')
    .option('--from <instant>', 'the start, such as 2030-01-01T00:00:00Z (default: now)')
    .option('--to <instant>', 'the end, at most 35 days later (default: one day later)')
    .action((idOrName: string, bounds: Bounds) => showPlan(shell, idOrName, bounds));
}

async function showPlan(shell: Shell, idOrName: string, bounds: Bounds): Promise<void> {
  const client = shell.client();
  const plan = await client.fleet.readPlan(await findVisibleSite(client, idOrName), windowOf(bounds));
  shell.print(plan, planText(plan));
}
