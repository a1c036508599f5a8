import type { StampedBody } from '../load/load-plan.ts';

export interface Command {
  asset: string;
  type: string;
  entries: { startAt: string; endAt: string; value: number }[];
}

export const FIRST_STAMP = 10_000_000;

const ENTRIES = 96;
const DAY_START = Date.UTC(2027, 0, 15);
const QUARTER_HOUR_MS = 15 * 60 * 1000;

/** A day of quarter-hours for the batteries; its first value tells one request from every other. */
export function batteryCommand(stamp: number): Command {
  return command('bess', 'activePowerkW', (quarter) => (quarter === 0 ? stamp : -50 + quarter));
}

/** What every site of a seeded store holds: 2 commands of 96 entries. */
export function siteCommands(stamp: number): Command[] {
  return [batteryCommand(stamp), command('solar', 'solarCurtailmentPcnt', (quarter) => (quarter % 40) * 2.5)];
}

export function batchText(commands: Command[]): string {
  return JSON.stringify({ schedules: commands });
}

export function stampedBody(firstStamp: number): StampedBody {
  const text = batchText([batteryCommand(firstStamp)]);
  return { text, stampAt: text.indexOf(String(firstStamp)), firstStamp };
}

function command(asset: string, type: string, valueAt: (quarter: number) => number): Command {
  const entries = Array.from({ length: ENTRIES }, (_, quarter) => ({
    startAt: instant(quarter),
    endAt: instant(quarter + 1),
    value: valueAt(quarter),
  }));
  return { asset, type, entries };
}

function instant(quarter: number): string {
  return new Date(DAY_START + quarter * QUARTER_HOUR_MS).toISOString();
}
