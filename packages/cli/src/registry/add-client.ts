import type { Scope } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { collect } from '../shell/only-one.ts';
import { noteSameName } from '../shell/note-same-name.ts';

export async function addClient(shell: Shell, clientName: string, scopes: Scope[] | undefined): Promise<void> {
  const others = await collect(shell.client().registry.clients(), (client) => client.clientName === clientName);
  const added = await shell.client().registry.addClient({ clientName, ...(scopes === undefined ? {} : { scopes }) });
  const fields = fieldsText([
    ['name', added.clientName],
    ['client id', added.clientId],
    ['client secret', added.clientSecret],
  ]);
  const next = `It cannot see any site yet. To grant it some: {setpoint} grant ${added.clientId} --all-sites --can read`;
  shell.print(added, `Added the client. Keep its secret: it is not shown again.\n${fields}\n${next}`);
  noteSameName(shell, { noun: 'client', name: clientName, ids: others.map((client) => client.clientId) });
}
