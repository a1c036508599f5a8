import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migrator } from 'kysely/migration';
import type { Step } from '../migrations/step.ts';
import { isConflict } from './is-conflict.ts';

/** How patient a migration is with those who use its tables. */
export interface LockPatience {
  /** While it waits for a lock, all others wait behind it. */
  readonly withinMs: number;
  readonly longestPauseMs: number;
  /** Who reads for long, such as a backup, is waited for. */
  readonly giveUpAfterMs: number;
}

export const LOCK_PATIENCE: LockPatience = { withinMs: 300, longestPauseMs: 5_000, giveUpAfterMs: 600_000 };

const FIRST_PAUSE_MS = 100;

/** Takes the steps up to one of them, in a transaction of their own; again and again while its tables are in use. */
export async function takeStep(migrator: Migrator, name: string, patience: LockPatience): Promise<void> {
  const giveUpAt = performance.now() + patience.giveUpAfterMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, patience.longestPauseMs)) {
    const { error } = await migrator.migrateTo(name);
    if (error === undefined) return;
    if (!isConflict(error) || performance.now() >= giveUpAt)
      throw new Error(`the database could not be migrated: step ${name}`, { cause: error });
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

/** Takes all locks of a step at once, or none: in the order of their names, and never for long. */
export async function lockTables(db: Kysely<unknown>, { locks = [] }: Step, withinMs: number): Promise<void> {
  await sql.raw(`SET LOCAL lock_timeout = ${withinMs}`).execute(db);
  if (locks.length === 0) return;
  const names = locks.toSorted().map((name) => sql.id(name));
  await sql`LOCK TABLE ${sql.join(names)} IN ACCESS EXCLUSIVE MODE`.execute(db);
}
