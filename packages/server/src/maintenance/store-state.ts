import type { DialectName } from '../store/dialect-name.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { type AskSql, readFitState } from '../store/schema-state.ts';

/** What is known of a store without opening it for a service. */
export interface StoreState {
  readonly kind: 'sqlite' | 'postgresql';
  /** The path of the file, or the host and the name of the database. */
  readonly place: string;
  /** Of the server; null for a file. */
  readonly serverVersion: string | null;
  /** The release that used it last; null if there is none, or an earlier one than those that note it. */
  readonly release: string | null;
  /** The last step of the schema that was taken; null if none was. */
  readonly step: string | null;
  /** The steps that a start of this release would take. */
  readonly missing: readonly string[];
}

/** How far the schema is, and what a start of this release would do to it; throws where it could not run on it. */
export async function readProgress(
  ask: AskSql,
  dialect: DialectName,
): Promise<Pick<StoreState, 'release' | 'step' | 'missing'>> {
  const { done, release } = await readFitState(ask, dialect);
  const step = [...done].toSorted().at(-1) ?? null;
  const missing = Object.keys(migrations).filter((name) => !done.has(name));
  return { release: release?.release || null, step, missing };
}
