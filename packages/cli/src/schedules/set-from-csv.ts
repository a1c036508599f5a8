import { readFileSync } from 'node:fs';
import type { Splice } from '@setpoint/client';
import type { ScheduleProblem } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-site.ts';
import { type CsvSchedule, extentOf, lineOf, readScheduleCsv } from './read-schedule-csv.ts';

export interface SettingOptions {
  readonly csv: string;
  readonly asset?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly dropEnded?: boolean;
  readonly check?: boolean;
}

/** Sets what a file says in a window of time; before, all its problems are told by their lines. */
export async function setFromCsv(shell: Shell, idOrName: string, options: SettingOptions): Promise<void> {
  const read = readScheduleCsv(textOf(options.csv), options);
  const extent = extentOf(read);
  const { from = extent.from, to = extent.to } = options;
  const drops = options.dropEnded === true ? { dropEnded: true } : {};
  const splice: Splice = { from, to, schedules: read.schedules, ...drops };
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const checked = await client.fleet.validate(siteId, splice);
  if (checked.outcome === 'invalid') throw new CliError('bad_request', problemsText(read, checked.problems));
  const entries = read.lines.reduce((sum, lines) => sum + lines.length, 0);
  const what = `${entries} entries from ${from} to ${to}`;
  if (options.check === true) return shell.print(checked, `Nothing is set yet. ${what} would be accepted.`);
  const result = await client.splice(siteId, splice);
  const dropped = result.dropped === 0 ? '' : ` ${result.dropped} that had ended are dropped.`;
  shell.print(result, `Set: ${what}. The schedule is at version ${result.scheduleVersion}.${dropped}`);
}

function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const why = cause instanceof TypeError ? 'it is not UTF-8; save it as CSV UTF-8' : cause.message;
    throw new CliError('bad_csv', `${path} cannot be read: ${why}`, { cause });
  }
}

function problemsText(read: CsvSchedule, problems: readonly ScheduleProblem[]): string {
  const told = problems.map(({ place, message }) => {
    const line = lineOf(read, place);
    return line === undefined ? `${place}: ${message}` : `line ${line}: ${message}`;
  });
  return `nothing was set\n${told.join('\n')}`;
}
