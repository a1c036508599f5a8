import type { SiteOrderList } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { printable } from '../text/printable.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';

/** `setpoint site orders` */
export function siteOrdersCommand(site: Command, shell: Shell): void {
  site
    .command('orders')
    .description('show the orders of pools for a site, each with its signal and the reason for the amount')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(timeOption('--at <time>', 'the time (default: now)'))
    .action((idOrName: string, options: OrdersOptions) => showOrders(shell, idOrName, options));
}

interface OrdersOptions {
  readonly at?: string;
}

async function showOrders(shell: Shell, idOrName: string, options: OrdersOptions): Promise<void> {
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  const { at } = await timesAt(client, siteId, options);
  const found = await client.pools.siteOrders(siteId, at);
  shell.print(found, ordersText(found, at ?? 'this time'));
}

function ordersText({ orders }: SiteOrderList, at: string): string {
  if (orders.length === 0) return `No pool asked this site for anything at ${at}.`;
  return orders.map(({ poolId, text }) => `Pool ${poolId}: ${printable(text)}`).join('\n');
}
