export type Entry = { readonly startAt: string; readonly endAt: string; readonly value: number };

export type Command = {
  readonly asset: string;
  readonly type: string;
  readonly entries: readonly Entry[];
};

export type ScheduleRequest = { readonly schedules: readonly Command[] };

/** Shape only: the right keys, no others, each of the right JSON type, one to ten commands. */
export function isScheduleRequest(body: unknown): body is ScheduleRequest {
  if (!hasExactly(body, ['schedules'])) return false;
  const { schedules } = body;
  if (!Array.isArray(schedules) || schedules.length < 1 || schedules.length > 10) return false;
  return schedules.every(isCommand);
}

function isCommand(candidate: unknown): candidate is Command {
  if (!hasExactly(candidate, ['asset', 'type', 'entries'])) return false;
  const { asset, type, entries } = candidate;
  if (typeof asset !== 'string' || typeof type !== 'string') return false;
  return Array.isArray(entries) && entries.every(isEntry);
}

function isEntry(candidate: unknown): candidate is Entry {
  if (!hasExactly(candidate, ['startAt', 'endAt', 'value'])) return false;
  const { startAt, endAt, value } = candidate;
  return typeof startAt === 'string' && typeof endAt === 'string' && Number.isFinite(value);
}

function hasExactly(candidate: unknown, keys: readonly string[]): candidate is Record<string, unknown> {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) return false;
  const present = Object.keys(candidate);
  return present.length === keys.length && keys.every((key) => present.includes(key));
}
