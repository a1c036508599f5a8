import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Room on the disk that is kept for stops. */
export interface Reserve {
  /** Gives it up; false if it was already. */
  spend(): boolean;
  /** Throws as a full disk does while there is no room to keep it. */
  demand(): void;
}

/** What a hold is, and what it writes for each site, twice over. */
export const RESERVE_BYTES = { always: 2 ** 20, ofSite: 2_048 };
const TRY_AGAIN_AFTER_MS = 1_000;
const SQLITE_FULL = 13;

/** A file of so many bytes, made before the first write, and again as soon as there is room. */
export function openReserve(path: string, bytes: () => number): Reserve {
  let isKept = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes();
  let triedAt = -Infinity;

  function keep(): void {
    if (performance.now() - triedAt < TRY_AGAIN_AFTER_MS) return;
    triedAt = performance.now();
    isKept = hasRoom(path, bytes()) && isFilled(path, bytes());
  }
  return {
    spend() {
      const wasKept = isKept;
      rmSync(path, { force: true });
      isKept = false;
      return wasKept;
    },
    demand() {
      if (!isKept) keep();
      if (!isKept) throw Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL });
    },
  };
}

function hasRoom(path: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize > bytes;
}

function isFilled(path: string, bytes: number): boolean {
  try {
    // A file system that compresses keeps no room for zeros.
    writeFileSync(path, randomBytes(bytes), { mode: 0o600 });
    return true;
  } catch (cause) {
    rmSync(path, { force: true });
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')) return false;
    throw cause;
  }
}
