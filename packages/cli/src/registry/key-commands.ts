import type { ControllerKey } from '@setpoint/contract';
import type { Command } from 'commander';
import { sentence } from '../text/printable.ts';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { endFields } from './end-fields.ts';
import { fieldsText } from '../text/fields-text.ts';
import { type Columns, listText } from '../text/list-text.ts';

/** `setpoint site key …` */
export function keyCommands(site: Command, shell: Shell): void {
  const key = commandsOn(
    site.command('key').description("manage the keys that a site's controller signs in with, two at most"),
    shell,
    'site',
  );
  key(
    'add',
    'make another key and print it; it is shown only once',
    ({ siteId }, { until }: { readonly until?: string }) => addKey(shell, siteId, until),
  ).option('--until <instant>', 'when the key ends by itself');
  key('list', 'list the valid keys with their last use', async ({ siteId }) => {
    const list = await shell.client().registry.listControllerKeys(siteId);
    const none = `No valid keys. Make one: npx setpoint site key add ${siteId}`;
    const columns: Columns<ControllerKey> = {
      'KEY ID': ({ keyId }) => keyId,
      ADDED: ({ createdAt }) => createdAt,
      'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
      ENDS: ({ endsAt }) => endsAt ?? 'never',
    };
    shell.print(list, listText(list.keys, columns, none));
  });
  key('revoke', 'revoke a key and close the connections made with it', async ({ siteId, siteName }, keyId: string) => {
    await shell.client().registry.revokeControllerKey(siteId, keyId);
    shell.print({ siteId, keyId, isRevoked: true }, sentence`Revoked the key ${keyId} of ${siteName}.`);
  }).argument('<key>', 'the id of the key');
}

async function addKey(shell: Shell, siteId: string, until: string | undefined): Promise<void> {
  const added = await shell.client().registry.addControllerKey(siteId, { endsAt: until });
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
