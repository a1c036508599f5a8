import { readFileSync } from 'node:fs';
import type { CsvTable } from '@setpoint/client';
import type { ScheduleProblem } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { countText } from '../text/count-text.ts';

export interface SettingOptions extends CsvTable {
  readonly check?: boolean;
}

/** Sets what a file says in a window of time; before, all its problems are told by their lines. */
export async function setFromCsv(shell: Shell, idOrName: string, options: SettingOptions): Promise<void> {
  const { csv, check, resolution, ...rest } = options;
  const table: CsvTable = { ...rest, csv: textOf(csv), resolution };
  const client = shell.client();
  const siteId = await findVisibleSite(client, idOrName);
  const checked = await client.fleet.validateCsv(siteId, table);
  if (checked.outcome === 'invalid') throw new CliError('bad_request', problemsText(checked.problems));
  const { from, to, entries } = checked.window ?? { from: '', to: '', entries: 0 };
  const what = `${countText(entries, 'entry', 'entries')} from ${from} to ${to}`;
  if (check === true) return shell.print(checked, `Nothing is set yet. ${what} would be accepted.`);
  const result = await client.spliceCsv(siteId, table);
  const dropped = result.dropped === 0 ? '' : ` ${result.dropped} that had ended are dropped.`;
  shell.print(result, `Set: ${what}. The schedule is at version ${result.scheduleVersion}.${dropped}`);
}

const STANDARD_INPUT = 0;

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path === '-' ? STANDARD_INPUT : path);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const why = cause instanceof TypeError ? 'it is not UTF-8; save it as CSV UTF-8' : cause.message;
    throw new CliError('bad_csv', `${path} cannot be read: ${why}`, { cause });
  }
}

function problemsText(problems: readonly ScheduleProblem[]): string {
  return `nothing was set\n${problems.map(({ place, message }) => `${place}: ${message}`).join('\n')}`;
}
