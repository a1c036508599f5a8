import { CATALOGUE } from '@setpoint/contract';
import { batchText, type Command, FIRST_STAMP } from './batch-text.ts';
import { schedulesPath } from './seeded-store.ts';
import type { Setpoint } from './start-setpoint.ts';

const DAY = Date.UTC(2027, 0, 15);
const QUARTER_MS = 900_000;

/** The day that is asked about. */
export const DAY_WINDOW = { from: new Date(DAY).toISOString(), to: new Date(DAY + 96 * QUARTER_MS).toISOString() };

/** One question about a site on which every command is set that can stand beside the others. */
export interface DayProbe {
  readonly path: string;
  readonly body?: string;
}

export interface DayProbes {
  readonly plan: DayProbe;
  /** With the plans before and after, and without. */
  readonly validate: Required<DayProbe>;
  readonly judge: Required<DayProbe>;
}

/** Sets a whole day on a site, and says how to ask about it. */
export async function setWholeDay(setpoint: Setpoint, siteId: string): Promise<DayProbes> {
  const commands = wholeDay();
  // More than one request holds.
  for (const part of [commands.slice(0, 7), commands.slice(7)]) {
    await askFleet(setpoint, schedulesPath(siteId), batchText(part));
  }
  const site = `/api/v1/fleet/sites/${siteId}`;
  const query = new URLSearchParams(DAY_WINDOW).toString();
  const body = batchText(setpointOf(commands));
  return {
    plan: { path: `${site}/plan?${query}` },
    validate: { path: `${site}/schedules/validate?plan=true&${query}`, body },
    judge: { path: `${site}/schedules/validate`, body },
  };
}

/** Asks once and reads all of the answer. */
export async function askFleet({ url, token }: Setpoint, path: string, body?: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(new URL(path, url), { headers, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}

// Its first value is one that tells requests apart.
function setpointOf(commands: readonly Command[]): Command[] {
  return commands
    .filter(({ asset, type }) => asset === 'grid' && type === 'activePowerkW')
    .map((command) => ({
      ...command,
      entries: command.entries.map((entry, index) => (index === 0 ? { ...entry, value: FIRST_STAMP } : entry)),
    }));
}

function wholeDay(): Command[] {
  const rows = CATALOGUE.filter(({ type }) => type !== 'optimalSocPcnt');
  return rows.map(({ asset, type }, ordinal) => ({
    asset,
    type,
    entries: Array.from({ length: 96 }, (_, quarter) => ({
      startAt: new Date(DAY + quarter * QUARTER_MS).toISOString(),
      endAt: new Date(DAY + (quarter + 1) * QUARTER_MS).toISOString(),
      value: valueOf(type, (quarter * 7 + ordinal) % 20),
    })),
  }));
}

// An activation must fit its booking, and limits must not cross.
function valueOf(type: string, varied: number): number {
  if (type === 'upperLimitkW') return 500 + varied;
  if (type === 'lowerLimitkW') return -500 - varied;
  return type.includes('Booking') ? 50 + varied : varied;
}
