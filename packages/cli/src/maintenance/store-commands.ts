import { join } from 'node:path';
import type { Command } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import { credentialNamed } from '../shell/find-connection.ts';
import { readSecret } from '../shell/read-secret.ts';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';
import { backupCommand } from './backup-command.ts';
import { placeOf } from './place-of.ts';
import { whileCopying } from './while-copying.ts';

const MISUSED = 2;
// A fleet has thousands of keys: the sentence above them must stay in sight.
const MOST_LISTED = 50;
const NO_TARGET = 'Where to? Set DATABASE_URL or DATABASE_URL_FILE, or give --to.';

/** `setpoint backup`, `restore`, `migrate`, `migrate-store`, `raise-epoch` and `operator reset` */
export function storeCommands(program: Command, shell: Shell): void {
  backupCommand(program, shell);

  program
    .command('restore')
    .description('fill an empty store from a backup')
    .argument('<file>', 'the backup')
    .option(
      '--replaces <store>',
      'the previous store, if it can still be read: its data directory or postgres:// address',
    )
    .action((file: string, options: { replaces?: string }) => restore(shell, file, options.replaces));

  program
    .command('migrate')
    .description('bring the store to the schema of this release, before its nodes start; a file must not be in use')
    .action(() => migrate(shell));

  program
    .command('migrate-store')
    .description(
      'copy the store of a data directory to PostgreSQL, to DATABASE_URL if --to is left out; stop the service first',
    )
    .requiredOption('--from <directory>', 'the data directory')
    .option(
      '--to <url>',
      'the postgres:// address of an empty database; with a password, take DATABASE_URL_FILE instead',
    )
    .action(({ from, to }: { from: string; to?: string }) => migrateStore(shell, from, to));

  program
    .command('raise-epoch')
    .description("make every controller get its schedule again, after a restore with the database's own tools")
    .action(() => raiseEpoch(shell));

  program
    .command('operator')
    .description('manage the operator whose credential lies in the data directory')
    .command('reset')
    .description('make a new secret for the operator and end all it had; with a data directory, stop the service first')
    .action(() => resetOperator(shell));
}

function holdingText({ sites, batches }: { readonly sites: number; readonly batches: number }): string {
  return `${countText(sites, 'site')} and ${countText(batches, 'batch', 'batches')}`;
}

async function restore(shell: Shell, file: string, replaced: string | undefined): Promise<void> {
  const { restoreStore } = await import('@setpoint/server');
  const target = { file, ...placeOf(shell), replaced, now: Date.now() };
  const restored = await whileCopying(shell, 'Restoring and checking', (onProgress) =>
    restoreStore({ ...target, onProgress }),
  );
  const { sites, batches, epoch, returning } = restored;
  const heading =
    replaced === undefined
      ? 'These rights are valid, even if they were taken away after the backup (--replaces lists only those):'
      : 'These rights were taken away after the backup and are valid again. Take them away again if need be:';
  const shown = returning.slice(0, MOST_LISTED);
  const more = returning.length - shown.length;
  const rights = shown.map(({ what, of, detail }) => `  ${what} of ${of}: ${detail}`);
  if (more > 0) rights.push(`  … and ${more} more; --json lists them all`);
  const list =
    rights.length === 0 ? ['No right that was taken away after the backup is valid again.'] : [heading, ...rights];
  const text = [`Restored ${holdingText(restored)}; the epoch is now ${epoch}.`, ...list].join('\n');
  shell.print({ sites, batches, epoch, returning }, text);
}

async function migrateStore(shell: Shell, from: string, given: string | undefined): Promise<void> {
  const to = given ?? readSecret(shell.environment, 'DATABASE_URL');
  if (to === undefined) throw new CliError('usage', NO_TARGET, { exitCode: MISUSED });
  const { moveStore } = await import('@setpoint/server');
  const { sites, batches, rows } = await whileCopying(shell, 'Copying and checking the store', (onProgress) =>
    moveStore(from, to, { now: Date.now(), onProgress }),
  );
  const next = 'Start the service with DATABASE_URL from now on, and keep the old file until you trust the new store.';
  shell.print({ sites, batches, rows }, `Copied ${holdingText({ sites, batches })}, each site checked. ${next}`);
}

async function migrate(shell: Shell): Promise<void> {
  const { migrateSchema } = await import('@setpoint/server');
  const done = await migrateSchema(placeOf(shell).place, (text) => shell.progress(text));
  const text =
    done.length === 0
      ? 'The schema is up to date; nothing was changed.'
      : `Brought the schema up to date in ${countText(done.length, 'step')}.`;
  shell.print({ steps: done }, text);
}

async function raiseEpoch(shell: Shell): Promise<void> {
  const server = await import('@setpoint/server');
  const epoch = await server.raiseEpoch(placeOf(shell).place, Date.now());
  shell.print({ epoch }, `The epoch is now ${epoch}: every controller gets its schedule again.`);
}

async function resetOperator(shell: Shell): Promise<void> {
  const server = await import('@setpoint/server');
  const { place, dataDir } = placeOf(shell);
  const operator = credentialNamed(shell.environment, 'OPERATOR');
  const { clientId } = await server.resetOperator({ place, dataDir, now: Date.now(), operator });
  const over = 'Its earlier secrets, sessions and tokens have ended.';
  if (operator !== undefined) {
    shell.print({ clientId }, `The operator ${clientId} has the secret of the environment again. ${over}`);
    return;
  }
  const file = join(dataDir, 'operator.json');
  shell.print({ clientId, file }, `Wrote ${file}: a new secret for the operator ${clientId}. ${over}`);
}
