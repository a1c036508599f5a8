import type { SigningKeyList } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';

/** `setpoint signing-key …` */
export function signingKeyCommands(program: Command, shell: Shell): void {
  const key = program.command('signing-key').description('manage the keys that the service signs access tokens with');

  key
    .command('list')
    .description('list the keys, newest first')
    .action(async () => printKeys(shell, await shell.registry().listSigningKeys()));

  key
    .command('rotate')
    .description('make another key; it signs ten minutes later, and tokens of the earlier keys stay valid')
    .action(async () => printKeys(shell, await shell.registry().rotateSigningKey()));

  key
    .command('revoke')
    .description('end a key; every token that it signed is refused at once')
    .argument('<key>', 'the id of the key')
    .action((keyId: string) => revokeKey(shell, keyId));
}

function printKeys(shell: Shell, list: SigningKeyList): void {
  const rows = list.keys.map(({ keyId, createdAt, state }) => [keyId, createdAt, state]);
  shell.print(list, tableText(['KEY ID', 'MADE', 'STATE'], rows));
}

async function revokeKey(shell: Shell, keyId: string): Promise<void> {
  await shell.registry().revokeSigningKey(keyId);
  shell.print({ keyId, isRevoked: true }, `Revoked the signing key ${keyId}: the tokens that it signed are over.`);
}
