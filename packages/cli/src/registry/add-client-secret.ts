import type { Shell } from '../shell/shell.ts';
import { replaceOperatorSecret } from '../shell/replace-operator-secret.ts';
import { fieldsText } from '../text/fields-text.ts';
import { endFields } from './end-fields.ts';

export async function addClientSecret(shell: Shell, clientId: string, until: string | undefined): Promise<void> {
  const added = await shell.client().registry.addClientSecret(clientId, { endsAt: until });
  if (until === undefined) replaceOperatorSecret(shell, added);
  const fields = fieldsText([
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
    ...endFields(added),
  ]);
  shell.print(added, `Made another secret. Keep it: it is not shown again. The previous one stays valid.\n${fields}`);
}
