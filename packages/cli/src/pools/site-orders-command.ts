import type { SiteOrderList } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { printable } from '../text/printable.ts';

/** `setpoint site orders` */
export function siteOrdersCommand(site: Command, shell: Shell): void {
  site
    .command('orders')
    .description('show what pools asked a site for, by which signal, and why that much')
    .argument('<site>', 'the id or name of the site')
    .option('--at <instant>', 'the instant, such as 2030-01-01T10:14:08Z (default: now)')
    .action((idOrName: string, { at }: { readonly at?: string }) => showOrders(shell, idOrName, at));
}

async function showOrders(shell: Shell, idOrName: string, at?: string): Promise<void> {
  const client = shell.client();
  const found = await client.pools.siteOrders(await findVisibleSite(client, idOrName), at);
  shell.print(found, ordersText(found, at ?? 'this time'));
}

function ordersText({ orders }: SiteOrderList, at: string): string {
  if (orders.length === 0) return `No pool asked this site for anything at ${at}.`;
  return orders.map(({ poolId, text }) => `Pool ${poolId}: ${printable(text)}`).join('\n');
}
