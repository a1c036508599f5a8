import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { findClient } from './find-client.ts';
import { grantText } from './grant-text.ts';

export async function showClient(shell: Shell, idOrName: string): Promise<void> {
  const client = await findClient(shell.registry(), idOrName);
  const fields: [string, string][] = [
    ['name', client.clientName],
    ['client id', client.clientId],
    ['state', client.isEnabled ? 'enabled' : 'disabled'],
    ['scopes', client.scopes.join(' ')],
    ['added', client.createdAt],
  ];
  for (const grant of client.grants) fields.push(['grant', grantText(grant)]);
  for (const { issuer, subject } of client.subjects) fields.push(['mapped', `${subject} of ${issuer}`]);
  shell.print(client, fieldsText(fields));
}
