import type { Buffer } from 'node:buffer';

const BEGIN = '"schedule"';
const END = ']';
const LONGEST = 1_024;
// Who reports more often would wait longer for its answers than it waits between its reports.
const SELDOM_MS = 2_000;

/**
 * Tells whether somebody waits for a report, before it is read: one that most likely says of the schedule what the one
 * before said is in no hurry, unless they come fast.
 */
export function noteHurry(now: () => number): (report: Buffer) => boolean {
  let before: { readonly said: string | undefined; readonly at: number } | undefined;
  return (report) => {
    const [said, at] = [ofSchedule(report), now()];
    const isAgain = said !== undefined && said === before?.said && at - before.at >= SELDOM_MS;
    before = { said, at };
    return !isAgain;
  };
}

// As far as the list of what is rejected.
function ofSchedule(report: Buffer): string | undefined {
  const from = report.indexOf(BEGIN);
  const to = from < 0 ? -1 : report.subarray(from, from + LONGEST).indexOf(END);
  return to < 0 ? undefined : report.toString('latin1', from, from + to);
}
