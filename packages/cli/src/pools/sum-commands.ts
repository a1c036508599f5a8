import type { WindowOptions } from '@setpoint/client';
import {
  LIMITS,
  type MemberFollowing,
  type PoolAvailability,
  type PoolAvailabilitySum,
  type PoolFollowing,
  type PoolHeadroom,
  type PoolHeadroomInterval,
  type PoolHeadroomSum,
  type PoolSupplied,
  type PoolSuppliedSlot,
} from '@setpoint/contract';
import type { Command } from 'commander';
import { bindingName } from '../headroom/binding-name.ts';
import { KINDS } from '../headroom/headroom-text.ts';
import { commandsOn } from '../shell/commands-on.ts';
import { durationOption } from '../shell/duration-option.ts';
import type { Shell } from '../shell/shell.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesHere } from '../shell/times-in.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { rangeText } from '../text/instant-text.ts';
import { kilowattText } from '../text/kilowatt-text.ts';
import { printable } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 1, most: LIMITS.maxResolutionMinutes });

const hourFrom = () => timeOption('--from <time>', 'the start (default: an hour ago)');
const hourTo = () => timeOption('--to <time>', 'the end, at most 24 hours later (default: one hour later)');

/** What the members of a pool can give, have and do, in sum. */
export function sumCommands(pool: Command, shell: Shell): void {
  const one = commandsOn(pool, shell, 'pool');
  one(
    'availability',
    'show the power that a pool can give now, and what limits it',
    ({ poolId }, options: { follow?: true }) => showPoolAvailability(shell, poolId, options),
  ).option('--follow', 'keep printing changes; Ctrl-C ends it');
  one(
    'headroom',
    'show how much more fits on the members of a pool, added up',
    ({ poolId }, options: PoolHeadroomOptions) => showPoolHeadroom(shell, poolId, options),
  )
    .addOption(timeOption('--from <time>', 'the start (default: now)'))
    .addOption(timeOption('--to <time>', 'the end, at most 35 days later (default: one day later)'))
    .option('--resolution <duration>', 'the length of an interval (default: 15m)', MINUTES);
  one('following', 'show how the members of a pool follow its signal', ({ poolId }, bounds: Bounds) =>
    showPoolFollowing(shell, poolId, bounds),
  )
    .addOption(hourFrom())
    .addOption(hourTo());
  one('supplied', 'show what a pool supplied, minute by minute', ({ poolId }, bounds: Bounds) =>
    showPoolSupplied(shell, poolId, bounds),
  )
    .addOption(hourFrom())
    .addOption(hourTo());
}

const AVAILABILITY_HEAD = ['', 'BOOKED', 'AVAILABLE', 'IN 30 S', 'IN 300 S', 'IN 750 S', 'LASTS', 'WHAT BINDS'];

async function showPoolAvailability(
  shell: Shell,
  poolId: string,
  { follow }: { readonly follow?: true },
): Promise<void> {
  const { pools } = shell.client();
  if (follow !== true) {
    const now = await pools.availability(poolId);
    shell.print(now, availabilityText(now));
    return;
  }
  for await (const sum of pools.watchAvailability(poolId)) shell.print(sum, availabilityText(sum));
}

function availabilityText(sum: PoolAvailabilitySum | PoolAvailability): string {
  const rows = [availabilityRow('import', sum.import), availabilityRow('export', sum.export)];
  return `${sum.at}, ${sum.memberCount} members\n${tableText(AVAILABILITY_HEAD, rows)}`;
}

function availabilityRow(direction: string, figures: PoolAvailabilitySum['import']): string[] {
  const { bookedkW, availablekW, in30sKw, in300sKw, in750sKw, enduranceMinutes, binds } = figures;
  const powers = [bookedkW, availablekW, in30sKw, in300sKw, in750sKw].map(kilowattText);
  const lasts = enduranceMinutes === null ? '' : `${enduranceMinutes} min`;
  return [direction, ...powers, lasts, binds.map(({ because, members }) => `${because} (${members})`).join(', ')];
}

interface PoolHeadroomOptions extends Bounds {
  readonly resolution?: number;
}

async function showPoolHeadroom(shell: Shell, poolId: string, options: PoolHeadroomOptions): Promise<void> {
  const { resolution, ...bounds } = options;
  const length = resolution === undefined ? {} : { resolution };
  const headroom = await shell.client().pools.headroom(poolId, { ...windowOf(timesHere(bounds)), ...length });
  shell.print(headroom, headroomText(headroom));
}

/** How much more fits, in sentences; consecutive intervals with the same answer are joined. */
function headroomText({ poolName, memberCount, unreported, intervals }: PoolHeadroom): string {
  const unknown = unreported === 0 ? '' : ` ${unreported} of them have never reported: only what is set limits those.`;
  const lead = `How much more fits on the ${memberCount} members of ${printable(poolName)} on top of what is set, in sum, each kind on its own. Times are UTC.${unknown}`;
  const told: { from: string; to: string; readonly text: string }[] = [];
  for (const interval of intervals) {
    const text = intervalText(interval);
    const last = told.at(-1);
    if (last?.text === text) last.to = interval.to;
    else told.push({ from: interval.from, to: interval.to, text });
  }
  return [lead, ...told.map(({ from, to, text }) => `\n${rangeText(from, to)}\n${text}`)].join('\n');
}

function intervalText(interval: PoolHeadroomInterval): string {
  const lines = KINDS.map(([kind, name]) => `  ${`${name}:`.padEnd(15)}${sumText(interval[kind])}`);
  const { energyUnknown } = interval;
  if (energyUnknown === 0) return lines.join('\n');
  return [...lines, `  The stored energy of ${energyUnknown} members is unknown.`].join('\n');
}

function sumText({ kW, members, unbounded, binds }: PoolHeadroomSum): string {
  if (members + unbounded === 0) return 'no member has a setpoint';
  const rest = unbounded === 0 ? '' : `; nothing is known to limit ${unbounded} more`;
  if (members === 0) return `nothing is known to limit any of ${unbounded} members`;
  const limits = binds.map((bound) => `${bindingName(bound.because)} (${bound.members})`).join(', ');
  return `${kW} kW on ${members}, limited by ${limits}${rest}`;
}

const HOUR_MS = 3_600_000;

/** The bounds given on the command line; by default a window began an hour ago and lasts an hour. */
function hourWindow({ from = new Date(Date.now() - HOUR_MS).toISOString(), to }: Bounds): WindowOptions {
  return windowOf({ from, to: to ?? hourAfter(from) });
}

function hourAfter(start: string): string {
  const startMs = Date.parse(start);
  return Number.isNaN(startMs) ? start : new Date(startMs + HOUR_MS).toISOString();
}

const FOLLOWING_HEAD = ['SITE ID', 'NAME', 'ASKED', 'SUPPLIED', 'STATE', 'SETPOINTS'];

async function showPoolFollowing(shell: Shell, poolId: string, bounds: Bounds): Promise<void> {
  const window = hourWindow(timesHere(bounds));
  const following = await shell.client().pools.following(poolId, window);
  shell.print(following, followingText(following, rangeText(window.from, window.to)));
}

function followingText({ poolName, memberCount, orders, entries, members }: PoolFollowing, range: string): string {
  const { orderedkW, suppliedkW, unknownkW, followed, underway, deviating, unknown, none } = orders;
  const missing = unknownkW === 0 ? '' : `; ${unknownkW} kW unknown`;
  const now =
    none === memberCount
      ? `${printable(poolName)} asks none of its ${memberCount} members for anything now.`
      : `${printable(poolName)} asks its members for ${orderedkW} kW now; ${suppliedKwText(suppliedkW ?? 0)} are supplied${missing}. ` +
        `${followed} following, ${underway} on their way, ${deviating} deviating, ${unknown} unknown, ${none} idle.`;
  const unjudged = entries.unjudged === 0 ? '' : ` ${entries.unjudged} members changed too often to be judged.`;
  const then =
    `Grid setpoints, ${range} UTC: ${entries.followed} followed, ${entries.deviating} not, ${entries.unknown} unknown; ` +
    `${entries.measuredkWh} of ${entries.plannedkWh} kWh. Pools asked for ${entries.orderedkWh} kWh in addition; ` +
    `${entries.suppliedkWh} kWh were supplied.${unjudged}`;
  return [now, then, ...(members.length === 0 ? [] : ['', tableText(FOLLOWING_HEAD, members.map(followingRow))])].join(
    '\n',
  );
}

function followingRow({ siteId, siteName, order, entries }: MemberFollowing): string[] {
  const asked =
    order === null ? ['', '', ''] : [kilowattText(order.kW), suppliedKwText(order.suppliedkW), stateText(order)];
  const judged = entries === null ? 'changed too often' : `${entries.followed} followed, ${entries.deviating} not`;
  return [siteId, siteName, ...asked, judged];
}

function suppliedKwText(kW: number | null): string {
  return kW === null ? 'unknown' : kilowattText(kW);
}

function stateText({ state, because }: NonNullable<MemberFollowing['order']>): string {
  return because === null ? state : `${state}: ${because}`;
}

const SUPPLIED_HEAD = ['TIME', 'ASKED', 'SUPPLIED', 'MEMBERS', 'UNKNOWN'];

async function showPoolSupplied(shell: Shell, poolId: string, bounds: Bounds): Promise<void> {
  const window = hourWindow(timesHere(bounds));
  const supplied = await shell.client().pools.supplied(poolId, window);
  shell.print(supplied, suppliedText(supplied, window));
}

function suppliedText({ poolName, slots }: PoolSupplied, { from, to }: WindowOptions): string {
  const lead = `Ordered and supplied by the members of ${printable(poolName)}, ${rangeText(from, to)} UTC.`;
  if (slots.length === 0) return `${lead} It asked for nothing in the minutes that have ended.`;
  return [`${lead} Means.`, '', tableText(SUPPLIED_HEAD, slots.map(suppliedRow))].join('\n');
}

function suppliedRow({ startAt, endAt, orderedkW, suppliedkW, members, unknown }: PoolSuppliedSlot): string[] {
  const supplied = suppliedkW === null ? 'unknown' : kilowattText(suppliedkW);
  return [rangeText(startAt, endAt), kilowattText(orderedkW), supplied, String(members), String(unknown)];
}
