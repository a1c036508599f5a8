import type { RegisteredClient, Scope } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { sentence } from '../text/printable.ts';

export interface ChangeClientOptions {
  readonly name?: string;
  readonly scope?: readonly Scope[];
}

export async function changeClient(
  shell: Shell,
  { clientId, scopes: before }: RegisteredClient,
  { name, scope }: ChangeClientOptions,
): Promise<void> {
  const changed = await shell.client().registry.changeClient(clientId, {
    ...(name === undefined ? {} : { clientName: name }),
    ...(scope === undefined ? {} : { scopes: [...scope] }),
  });
  const { clientName, scopes } = changed;
  const isLess = before.some((one) => !scopes.includes(one));
  const ended = isLess ? ' Its tokens, sessions and sign-in links have ended; its secrets stay valid.' : '';
  shell.print(
    changed,
    sentence`Changed the client ${clientName} (${clientId}), with the scopes ${scopes.join(' ')}.${ended}`,
  );
}
