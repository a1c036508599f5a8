import type { Splice } from '@setpoint/client';
import { CliError } from '../shell/cli-error.ts';
import { numberOption } from '../shell/number-option.ts';
import type { Shell } from '../shell/shell.ts';
import { timesAt } from '../shell/times-in.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { rangeText } from '../text/instant-text.ts';
import { dotted, pairOf } from './pair-of.ts';
import { problemsText } from './problems-text.ts';

export interface OneValueOptions {
  readonly from?: string;
  readonly to?: string;
  /** In minutes, in place of `to`. */
  readonly for?: number;
  readonly check?: boolean;
  readonly dropEnded?: boolean;
}

interface OneValue {
  readonly command: string;
  readonly value: string;
  readonly options: OneValueOptions;
}

const MINUTE_MS = 60_000;

/** Sets one value of one command for a window of time, and keeps all else. */
export async function setOneValue(shell: Shell, site: string, { command, value, options }: OneValue): Promise<void> {
  const pair = pairOf(command);
  const number = valueOf(value, pair);
  const client = shell.client();
  const siteId = await findVisibleSite(shell, site);
  const { zone, ...times } = await timesAt(client, siteId, options);
  const window = windowOf(times);
  const { asset, type, unit } = pair;
  const entries = [{ startAt: window.from, endAt: window.to, value: number }];
  const splice: Splice = { ...window, schedules: [{ asset, type, entries }], ...dropOf(options) };
  const what = `${dotted(pair)} to ${number} ${unit}, ${rangeText(window.from, window.to, zone)} ${zone}`;
  if (options.check === true) {
    const checked = await client.fleet.validate(siteId, splice);
    if (checked.outcome === 'invalid') throw new CliError('bad_request', problemsText(checked.problems));
    return shell.print(checked, `Nothing is set yet. This would be accepted: ${what}.`);
  }
  const result = await client.splice(siteId, splice);
  shell.print(result, `Set ${what}. The schedule is at version ${result.scheduleVersion}.`);
}

function dropOf({ dropEnded }: OneValueOptions): Pick<Splice, 'dropEnded'> {
  return dropEnded === undefined ? {} : { dropEnded };
}

function windowOf({ from = new Date().toISOString(), to, for: minutes }: OneValueOptions) {
  if (to !== undefined) return { from, to };
  if (minutes === undefined)
    throw new CliError('usage', 'Until when? Add --to TIME or --for DURATION.', { exitCode: 2 });
  return { from, to: new Date(Date.parse(from) + minutes * MINUTE_MS).toISOString() };
}

function valueOf(text: string, { unit, min, max }: ReturnType<typeof pairOf>): number {
  const isBound = Number.MAX_VALUE > max || min > -Number.MAX_VALUE;
  try {
    return numberOption({ unit, ...(isBound ? { least: min, most: max } : {}) })(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', `VALUE: ${JSON.stringify(text)} is not taken. ${boundless(why)}`, {
      cause,
      exitCode: 2,
    });
  }
}

const boundless = (why: string) => why.replace(` to ${Number.MAX_VALUE}`, ' on');
