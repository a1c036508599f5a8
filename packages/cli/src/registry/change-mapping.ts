import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findClient } from './find-client.ts';

export interface MappingChange {
  readonly verb: 'map' | 'unmap';
  readonly issuer: string;
  readonly subject: string;
}

export async function changeMapping(shell: Shell, idOrName: string, change: MappingChange): Promise<void> {
  const { verb, issuer, subject } = change;
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  if (verb === 'map') await registry.mapSubject(clientId, { issuer, subject });
  else await registry.unmapSubject(clientId, { issuer, subject });
  const effect = verb === 'map' ? 'now acts' : 'no longer acts';
  shell.print(
    { clientId, issuer, subject, isMapped: verb === 'map' },
    sentence`${subject} of ${issuer} ${effect} as ${clientName}.`,
  );
}
