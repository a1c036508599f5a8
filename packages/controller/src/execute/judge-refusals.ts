import type { PlantTarget, Refusals } from '../driver/driver.ts';

export type Part = keyof PlantTarget;

/** Which parts of the target count as not carried out, tick by tick: steady where a link comes and goes. */
export interface RefusalJudge {
  /** Another schedule is to be carried out: nothing of it is known to be done. */
  begin(): void;
  /** The instant is of a clock that cannot be set. */
  judge(refusals: Refusals, target: PlantTarget, atMs: number): void;
  /** The reason of each part that counts as not carried out. */
  standing(): ReadonlyMap<Part, string>;
  /** Why a device has not answered for the schedule that began last; undefined if all have. */
  pending(): 'unknown' | 'late' | undefined;
}

interface Standing {
  readonly reason: string;
  lastAtMs: number;
}

// A part that was carried out may be silent for this long, and one that was not must be so again for this long.
const PATIENCE_MS = 10_000;

export function judgeRefusals(): RefusalJudge {
  const done = new Map<Part, number>();
  const standing = new Map<Part, Standing>();
  let pending: 'unknown' | 'late' | undefined;

  const judgePart = (part: Part, refusal: Refusals[Part], atMs: number): void => {
    if (refusal?.kind === 'late') return;
    const stands = standing.get(part);
    if (refusal === undefined) {
      done.set(part, atMs);
      if (stands !== undefined && isOver(stands.lastAtMs, atMs)) standing.delete(part);
      return;
    }
    const wasDoneAtMs = done.get(part);
    const isPatient = refusal.kind === 'unknown' && stands === undefined && wasDoneAtMs !== undefined;
    if (isPatient && !isOver(wasDoneAtMs, atMs)) return;
    standing.set(part, { reason: refusal.reason, lastAtMs: atMs });
  };

  return {
    begin: () => {
      done.clear();
      standing.clear();
      pending = undefined;
    },
    judge: (refusals, target, atMs) => {
      const parts = (Object.keys(target) as Part[]).filter((part) => target[part] !== null);
      for (const part of [...done.keys(), ...standing.keys()]) {
        if (parts.includes(part)) continue;
        done.delete(part);
        standing.delete(part);
      }
      for (const part of parts) judgePart(part, refusals[part], atMs);
      const open = parts.filter((part) => !done.has(part)).map((part) => refusals[part]?.kind);
      pending = (['late', 'unknown'] as const).find((kind) => open.includes(kind));
    },
    standing: () => new Map([...standing].map(([part, { reason }]) => [part, reason])),
    pending: () => pending,
  };
}

function isOver(sinceMs: number, atMs: number): boolean {
  return atMs - sinceMs >= PATIENCE_MS;
}
