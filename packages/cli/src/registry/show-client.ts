import type { RegisteredClient } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { grantText } from './grant-text.ts';

export function showClient(shell: Shell, client: RegisteredClient): void {
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
