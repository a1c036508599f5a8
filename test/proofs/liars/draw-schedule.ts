import type { AssetScheduleCommand } from '@setpoint/contract';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import { BATTERY_KW } from './lying-site.ts';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;
const QUICK_ENTRIES = 600;

/** What a site is to do over a day, of one kind. */
export function drawSchedule(random: RandomSource, span: Span): AssetScheduleCommand[] {
  const between = (least: number, most: number) => () => random.between(least, most);
  const hourly = () => 10 * MINUTE_MS + random.below(80 * MINUTE_MS);
  const quarter = () => 15 * MINUTE_MS;
  const allDay = () => span.toMs - span.fromMs;
  const grid = (type: AssetScheduleCommand['type'], value: () => number, lengthMs = hourly) =>
    command('grid', type, drawn(span, lengthMs, value));
  const kinds: readonly (() => AssetScheduleCommand[])[] = [
    () => [command('bess', 'activePowerkW', drawn(span, hourly, between(10 - BATTERY_KW, BATTERY_KW - 10)))],
    () => [grid('activePowerkW', between(-20, 120))],
    () => [grid('upperLimitkW', between(0, 90))],
    () => [grid('lowerLimitkW', between(-40, 60))],
    () => [command('bess', 'activePowerkW', drawnQuickly(random, span))],
    () => [
      grid('activePowerkW', between(20, 90)),
      grid('afrrImportBookingkW', () => 30, allDay),
      grid('afrrExportBookingkW', () => 30, allDay),
      grid('afrrActivationkW', between(-30, 30), quarter),
    ],
  ];
  return random.pick(kinds)();
}

type Entries = AssetScheduleCommand['entries'];

function command(asset: 'grid' | 'bess', type: AssetScheduleCommand['type'], entries: Entries): AssetScheduleCommand {
  return { asset, type, entries };
}

function drawn({ fromMs, toMs }: Span, lengthMs: () => number, value: () => number): Entries {
  const entries: Entries = [];
  for (let atMs = fromMs; atMs < toMs;) {
    const endMs = Math.min(toMs, atMs + lengthMs());
    entries.push({ startAt: textOf(atMs), endAt: textOf(endMs), value: value() });
    atMs = endMs;
  }
  return entries;
}

/** An order each 10 to 14 s for two hours, one way and the other. */
function drawnQuickly(random: RandomSource, { fromMs, toMs }: Span): Entries {
  const entries: Entries = [];
  let atMs = fromMs + random.below(Math.max(1, toMs - fromMs - QUICK_ENTRIES * 14_000));
  for (let count = 0; count < QUICK_ENTRIES && atMs < toMs; count += 1) {
    const endMs = Math.min(toMs, atMs + 10_000 + random.below(5) * 1_000);
    entries.push({ startAt: textOf(atMs), endAt: textOf(endMs), value: random.pick([-80, -60, 0, 50, 80]) });
    atMs = endMs;
  }
  return entries;
}

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}
