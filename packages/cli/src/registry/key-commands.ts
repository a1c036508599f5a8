import type { Command } from 'commander';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findSite } from '../sites/find-site.ts';
import { endFields } from './end-fields.ts';
import { fieldsText } from '../text/fields-text.ts';
import { tableText } from '../text/table-text.ts';

const SITE = 'the id or name of the site';

/** `setpoint site key …` */
export function keyCommands(site: Command, shell: Shell): void {
  const key = site.command('key').description("manage the keys that a site's controller signs in with, two at most");

  key
    .command('add')
    .description('make another key and print it; it is shown only once')
    .argument('<site>', SITE)
    .option('--until <instant>', 'when the key ends by itself')
    .action((idOrName: string, { until }: { until?: string }) => addKey(shell, idOrName, until));

  key
    .command('list')
    .description('list the valid keys with their last use')
    .argument('<site>', SITE)
    .action((idOrName: string) => listKeys(shell, idOrName));

  key
    .command('revoke')
    .description('revoke a key and close the connections made with it')
    .argument('<site>', SITE)
    .argument('<key>', 'the id of the key')
    .action((idOrName: string, keyId: string) => revokeKey(shell, idOrName, keyId));
}

async function addKey(shell: Shell, idOrName: string, until: string | undefined): Promise<void> {
  const registry = shell.registry();
  const { siteId } = await findSite(registry, idOrName);
  const added = await registry.addControllerKey(siteId, { endsAt: until });
  const fields = fieldsText([
    ['site id', siteId],
    ['key id', added.keyId],
    ['controller key', added.controllerKey],
    ...endFields(added),
  ]);
  shell.print(
    { siteId, ...added },
    `Made another key. Keep it: it is not shown again. The earlier key stays valid.\n${fields}`,
  );
}

async function listKeys(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { siteId } = await findSite(registry, idOrName);
  const list = await registry.listControllerKeys(siteId);
  const rows = list.keys.map((key) => [key.keyId, key.createdAt, key.lastUsedAt ?? 'never', key.endsAt ?? 'never']);
  const none = `No valid keys. Make one: npx setpoint site key add ${siteId}`;
  shell.print(list, rows.length === 0 ? none : tableText(['KEY ID', 'ADDED', 'LAST USED', 'ENDS'], rows));
}

async function revokeKey(shell: Shell, idOrName: string, keyId: string): Promise<void> {
  const registry = shell.registry();
  const { siteId, siteName } = await findSite(registry, idOrName);
  await registry.revokeControllerKey(siteId, keyId);
  shell.print({ siteId, keyId, isRevoked: true }, sentence`Revoked the key ${keyId} of ${siteName}.`);
}
