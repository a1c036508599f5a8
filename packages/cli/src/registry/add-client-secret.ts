import type { Shell } from '../shell/shell.ts';
import { replaceOperatorSecret } from '../shell/replace-operator-secret.ts';
import { fieldsText } from '../text/fields-text.ts';
import { endFields } from './end-fields.ts';
import { findClient } from './find-client.ts';

export async function addClientSecret(shell: Shell, idOrName: string, until: string | undefined): Promise<void> {
  const registry = shell.registry();
  const { clientId } = await findClient(registry, idOrName);
  const added = await registry.addClientSecret(clientId, { endsAt: until });
  if (until === undefined) replaceOperatorSecret(shell, added);
  const fields = fieldsText([
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
    ...endFields(added),
  ]);
  shell.print(added, `Made another secret. Keep it: it is not shown again. The previous one stays valid.\n${fields}`);
}
