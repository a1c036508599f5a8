import { readFileSync } from 'node:fs';
import { type CsvTable, type SetpointClient, SetpointError } from '@setpoint/client';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { countText } from '../text/count-text.ts';
import { dateIn, readTime } from '../shell/read-time.ts';
import { timesAt, zoneOf } from '../shell/times-in.ts';
import { problemsText } from './problems-text.ts';
import { fileProblem } from '../shell/file-problem.ts';

export interface SettingOptions extends CsvTable {
  readonly check?: boolean;
}

/** Sets what a file says in a window of time, or tells its problems by their lines. */
export async function setFromCsv(shell: Shell, idOrName: string, options: SettingOptions): Promise<void> {
  const { csv: file, check, ...given } = options;
  const csv = textOf(file);
  const client = shell.client();
  const siteId = await findVisibleSite(shell, idOrName);
  const { zone: _, ...times } = await timesAt(client, siteId, given);
  const table: CsvTable = { ...times, ...(await dayOf(client, siteId, given)), csv };
  if (check === true) {
    const checked = await client.fleet.validateCsv(siteId, table);
    if (checked.outcome === 'invalid') throw new CliError('bad_request', problemsText(checked.problems));
    return shell.print(checked, `Nothing is set yet. ${whatOf(checked.window)} would be accepted.`);
  }
  const result = await client.spliceCsv(siteId, table).catch(throwWithLines);
  const dropped = result.dropped === 0 ? '' : ` ${result.dropped} that had ended are dropped.`;
  shell.print(result, `Set: ${whatOf(result.window)}. The schedule is at version ${result.scheduleVersion}.${dropped}`);
}

const DAYS = ['yesterday', 'today', 'tomorrow'];

/** A day that people name from today, as the date of the calendar where it is meant. */
async function dayOf(client: SetpointClient, siteId: string, { day, timeZone }: Omit<CsvTable, 'csv'>) {
  if (day === undefined || !DAYS.includes(day)) return {};
  const zone = timeZone ?? (await zoneOf(client, siteId));
  const read = readTime(`${day} 12:00`, { zone, nowMs: Date.now() });
  return read.kind === 'instant' ? { day: dateIn(zone, Date.parse(read.at)) } : {};
}

function whatOf({ from, to, entries } = { from: '', to: '', entries: 0 }): string {
  return `${countText(entries, 'entry', 'entries')} from ${from} to ${to}`;
}

function throwWithLines(cause: unknown): never {
  const isOfFile = (cause instanceof SetpointError ? cause.problems : undefined)?.some(
    ({ line }) => line !== undefined,
  );
  if (!(cause instanceof SetpointError && isOfFile === true)) throw cause;
  throw new CliError('bad_request', problemsText(cause.problems ?? []), { cause });
}

const STANDARD_INPUT = 0;

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path === '-' ? STANDARD_INPUT : path);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const why = cause instanceof TypeError ? 'it is not UTF-8; save it as CSV UTF-8' : cause.message;
    throw new CliError('bad_csv', fileProblem(cause, path) ?? `${path} cannot be read: ${why}`, { cause });
  }
}
