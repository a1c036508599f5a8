import type { RegisteredClient, SubjectMapping } from '@setpoint/contract';
import type { Command } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { sentence } from '../text/printable.ts';

/** `setpoint client subject …` */
export function subjectCommands(client: Command, shell: Shell): void {
  const subject = client.command('subject').description('manage the subjects of outside issuers that act as a client');
  const one = commandsOn(subject, shell, 'client');
  const add = one('add', 'let a subject of an outside issuer act as this client', (found, mapping: SubjectMapping) =>
    mapSubject(shell, found, { ...mapping, isMapped: true }),
  );
  const remove = one(
    'remove',
    'stop a subject of an outside issuer from acting as this client',
    (found, mapping: SubjectMapping) => mapSubject(shell, found, { ...mapping, isMapped: false }),
  );
  for (const command of [add, remove]) {
    command
      .requiredOption('--issuer <url>', 'the `iss` claim of its tokens')
      .requiredOption('--subject <sub>', 'the `sub` claim of its tokens');
  }
}

async function mapSubject(
  shell: Shell,
  { clientId, clientName }: RegisteredClient,
  { issuer, subject, isMapped }: SubjectMapping & { readonly isMapped: boolean },
): Promise<void> {
  const { registry } = shell.client();
  if (isMapped) await registry.mapSubject(clientId, { issuer, subject });
  else await registry.unmapSubject(clientId, { issuer, subject });
  const effect = isMapped ? 'now acts' : 'no longer acts';
  const text = sentence`${subject} of ${issuer} ${effect} as ${clientName}.`;
  shell.print({ clientId, issuer, subject, isMapped }, text);
}
