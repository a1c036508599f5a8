import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { findClient } from './find-client.ts';

export async function addClientSecret(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { clientId } = await findClient(registry, idOrName);
  const added = await registry.addClientSecret(clientId);
  const fields = fieldsText([
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
  ]);
  shell.print(added, `Made another secret. Keep it: it is not shown again. The previous one stays valid.\n${fields}`);
}
