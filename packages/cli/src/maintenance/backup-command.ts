import { type Command, InvalidArgumentError } from 'commander';
import type { MadeBackup } from '@setpoint/server';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { whileStopping } from '../shell/while-stopping.ts';
import { placeOf } from './place-of.ts';
import { numberOption } from '../shell/number-option.ts';
import { countText } from '../text/count-text.ts';
import { durationOption } from '../shell/duration-option.ts';
import { whileCopying } from './while-copying.ts';
import { withExamples } from '../shell/with-examples.ts';

interface BackupOptions {
  readonly to?: string;
  readonly every?: number;
  readonly keep: number;
}

/** `setpoint backup` */
export function backupCommand(program: Command, shell: Shell): void {
  withExamples(
    program
      .command('backup')
      .description('write the whole store to one file while the service keeps running')
      .argument('[file]', 'a new file; it will contain signing keys')
      .option('--to <folder>', 'a folder instead, for a file that is named for the time')
      .option('--every <duration>', 'go on until Ctrl-C, and make one this often: 30m, 1h, 1d', timeBetween)
      .option(
        '--keep <count>',
        'how many stay in the folder',
        numberOption({ least: 1, most: 99_999, isWhole: true }),
        48,
      )
      .action((file: string | undefined, options: BackupOptions) => backUp(shell, file, options)),
    'setpoint backup last.backup',
    'setpoint backup --to /backups --every 1d --keep 30',
  );
}

async function backUp(shell: Shell, file: string | undefined, { to, every, keep }: BackupOptions): Promise<void> {
  if ((file === undefined) === (to === undefined) || (to === undefined && every !== undefined)) {
    throw new CliError('usage', 'Name one file, or a folder with --to; --every needs --to.', { exitCode: 2 });
  }
  if (file !== undefined) return await backUpOnce(shell, file);
  if (to !== undefined) await backUpInto(shell, { folder: to, every, kept: keep });
}

async function backUpOnce(shell: Shell, file: string): Promise<void> {
  const { backupStore } = await import('@setpoint/server');
  const { place } = placeOf(shell);
  const { sites, rows } = await whileCopying(shell, 'Writing and checking the backup', (onProgress) =>
    backupStore(place, file, onProgress),
  );
  shell.print({ file, sites, rows }, madeText({ file, sites }));
}

interface Folder {
  readonly folder: string;
  readonly every: number | undefined;
  readonly kept: number;
}

async function backUpInto(shell: Shell, { folder, every, kept }: Folder): Promise<void> {
  const server = await import('@setpoint/server');
  const { place } = placeOf(shell);
  const makeBackup = (file: string) =>
    whileCopying(shell, 'Writing and checking the backup', (onProgress) => server.backupStore(place, file, onProgress));
  const onMade = (made: MadeBackup) =>
    shell.print({ ...made, at: new Date(made.at).toISOString() }, `${madeText(made)}${removedText(made)}`);
  const keeping = { folder, kept, now: Date.now, makeBackup, onMade };
  if (every === undefined) return onMade(await server.backUpInto(keeping, new AbortController().signal));
  const onFailure = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    shell.writeError(`A backup could not be made, and is tried again: ${reason}\n`);
  };
  const backups = server.keepBackups({ ...keeping, everyMs: every, isChosen: () => true, onFailure });
  await untilStopped(() => whileStopping(shell, async () => backups.stop()));
}

function madeText({ file, sites }: Pick<MadeBackup, 'file' | 'sites'>): string {
  return `Wrote ${file}: ${countText(sites, 'site')}, each checked. It contains signing keys: keep it safe.`;
}

function removedText({ removed }: MadeBackup): string {
  return removed.length === 0 ? '' : ` Removed ${removed.join(', ')}.`;
}

const LONGEST_S = 99_999 * 86_400;
const secondsBetween = durationOption({ unit: 'seconds', least: 1, most: LONGEST_S });

function timeBetween(text: string): number {
  // No unit would be the one of scripts that count in seconds, or the one of those that count in hours.
  if (/^\d+$/.test(text.trim())) throw new InvalidArgumentError('It needs a unit, such as 30m, 1h or 1d.');
  return secondsBetween(text) * 1_000;
}
