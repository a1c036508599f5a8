import type { SigningKeyList } from '@setpoint/contract';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { listText } from '../text/list-text.ts';

/** `setpoint signing-key …` */
export function signingKeyCommands(program: Command, shell: Shell): void {
  const key = program.command('signing-key').description('manage the keys that the service signs access tokens with');

  key
    .command('list')
    .description('list the keys, newest first: next does not sign yet, retired only verifies')
    .action(async () => printKeys(shell, await shell.client().registry.listSigningKeys()));

  key
    .command('rotate')
    .description('make another key; it signs ten minutes later, and tokens of the earlier keys stay valid')
    .action(async () => printKeys(shell, await shell.client().registry.rotateSigningKey()));

  key
    .command('revoke')
    .description('end a key that has leaked; every token that it signed is refused at once, on every node')
    .argument('<key>', 'the id of the key')
    .action((keyId: string) => revokeKey(shell, keyId));
}

function printKeys(shell: Shell, list: SigningKeyList): void {
  const text = listText(list.keys, {
    'KEY ID': ({ keyId }) => keyId,
    MADE: ({ createdAt }) => createdAt,
    STATE: ({ state }) => state,
  });
  shell.print(list, text);
}

async function revokeKey(shell: Shell, keyId: string): Promise<void> {
  await shell.client().registry.revokeSigningKey(keyId);
  shell.print({ keyId, isRevoked: true }, `Revoked the signing key ${keyId}: the tokens that it signed have ended.`);
}
