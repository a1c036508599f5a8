import type { Shell } from '../shell/shell.ts';
import { sentence } from '../text/printable.ts';
import { findClient } from './find-client.ts';

export async function endClientSessions(shell: Shell, idOrName: string): Promise<void> {
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  await registry.endClientSessions(clientId);
  shell.print(
    { clientId, isEnded: true },
    sentence`Ended the sessions, sign-in links and tokens of ${clientName}. Its secrets stay valid.`,
  );
}
