import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { placeOf } from './place-of.ts';

const ONE = 1;
const OLD_AND_NEW = 2;

/** `setpoint secrets …` */
export function secretsCommands(program: Command, shell: Shell): void {
  const secrets = program.command('secrets').description('encrypt the secrets in the store');
  secrets
    .command('encrypt')
    .description('encrypt what is stored in the clear; with a data directory, stop the service first')
    .action(() => encrypt(shell, ONE));
  secrets
    .command('rotate')
    .description(
      'encrypt all with the key in the first line, which is new; with a data directory, stop the service first',
    )
    .action(() => encrypt(shell, OLD_AND_NEW));
}

async function encrypt(shell: Shell, leastKeys: number): Promise<void> {
  const { encryptSecrets } = await import('@setpoint/server');
  const { place } = placeOf(shell);
  const encrypted = await encryptSecrets({ place, environment: shell.environment, leastKeys });
  const text =
    encrypted === 0
      ? 'All secrets were encrypted with this key already.'
      : `Encrypted ${encrypted} secrets. Backups from before still have them as they were.`;
  shell.print({ encrypted }, text);
}
