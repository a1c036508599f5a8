import type { FleetScheduleCommand } from '@setpoint/contract';
import { askAtTerminal } from '../shell/ask-at-terminal.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { timesAt } from '../shell/times-in.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { countText } from '../text/count-text.ts';
import { rangeText } from '../text/instant-text.ts';
import { sentence } from '../text/printable.ts';
import { dotted, pairOf } from './pair-of.ts';

export interface ClearOptions {
  readonly from?: string;
  readonly to?: string;
  readonly yes?: true;
}

/** Clears a window of time of some commands on a site, or of all that are set; other times stay. */
export async function clearSchedule(
  shell: Shell,
  site: string,
  { commands, ...given }: ClearOptions & { readonly commands: readonly string[] },
): Promise<void> {
  const pairs = commands.map(pairOf);
  const client = shell.client();
  const siteId = await findVisibleSite(shell, site);
  const { siteName, schedules } = await client.readSite(siteId);
  const { from = new Date().toISOString(), to, yes, zone } = await timesAt(client, siteId, given);
  const wanted = new Set(pairs.map(dotted));
  const found = schedules.filter((one) => wanted.size === 0 || wanted.has(dotted(one)));
  const until = to ?? lastEnd(found);
  if (until === undefined || Date.parse(until) <= Date.parse(from)) {
    return shell.print({ siteId, cleared: 0 }, sentence`Nothing is set on ${siteName} in that time.`);
  }
  const inWindow = ({ startAt, endAt }: Entry) =>
    Date.parse(startAt) < Date.parse(until) && Date.parse(endAt) > Date.parse(from);
  const hit = found.filter(({ entries }) => entries.some(inWindow));
  const cleared = hit.flatMap(({ entries }) => entries.filter(inWindow)).length;
  if (cleared === 0) return shell.print({ siteId, cleared }, sentence`Nothing is set on ${siteName} in that time.`);
  const names = hit.map(dotted).join(', ');
  const when = `${rangeText(from, until, zone)} ${zone}`;
  const what = `${countText(cleared, 'entry', 'entries')} of ${names} on ${siteName}, ${when}`;
  if (yes !== true) await confirm(what);
  const emptied = hit.map(({ asset, type }): FleetScheduleCommand => ({ asset, type, entries: [] }));
  const result = await client.splice(siteId, { from, to: until, schedules: emptied });
  shell.print(
    { ...result, cleared },
    sentence`Cleared ${what}. The schedule is at version ${String(result.scheduleVersion)}.`,
  );
}

type Entry = { readonly startAt: string; readonly endAt: string };

function lastEnd(schedules: readonly { readonly entries: readonly Entry[] }[]): string | undefined {
  const ends = schedules.flatMap(({ entries }) => entries.map(({ endAt }) => endAt));
  return ends.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
}

async function confirm(what: string): Promise<void> {
  const answer = await askAtTerminal(
    sentence`This clears ${what}. Type yes to confirm: `,
    'Nothing was cleared: there is no terminal to ask at. Add --yes to clear it without confirmation.',
  );
  if (answer !== 'yes') throw new CliError('not_confirmed', 'Nothing was cleared.');
}
