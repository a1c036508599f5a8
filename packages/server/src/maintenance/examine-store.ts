import { UnfitStore } from '../store/release.ts';
import type { StoreSettings } from '../store/settings.ts';
import { databaseProblem } from '../store/postgres/database-problem.ts';
import { UnfitDatabase } from '../store/postgres/unfit-database.ts';
import { examineFile } from './examine-file.ts';
import { databasePathIn } from './open-place.ts';
import type { StoreState } from './store-state.ts';

export type ExaminedStore =
  | { readonly kind: 'fit'; readonly state: StoreState }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

type Examined = Pick<StoreSettings, 'dataDir' | 'database'>;

const ANSWER_WITHIN_MS = 8_000;

/** Whether a service could run on a store, and what it would do to it; changes nothing, beside one that runs too. */
export async function examineStore(
  { dataDir, database }: Examined,
  withinMs = ANSWER_WITHIN_MS,
): Promise<ExaminedStore> {
  const setting = database === undefined ? 'SETPOINT_DATA_DIR' : 'DATABASE_URL';
  try {
    if (database === undefined) return { kind: 'fit', state: examineFile(databasePathIn(dataDir)) };
    // Loaded where there is a database.
    const { examineDatabase } = await import('./examine-database.ts');
    return { kind: 'fit', state: await within(withinMs, examineDatabase(database)) };
  } catch (cause) {
    if (cause instanceof UnfitDatabase) return { kind: 'unfit', problems: cause.problems };
    const isOfFile = database === undefined || cause instanceof UnfitStore;
    const problem = isOfFile && cause instanceof Error ? cause.message : databaseProblem(cause);
    return { kind: 'unfit', problems: [`${setting}: ${problem}`] };
  }
}

async function within<Result>(withinMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it did not answer within ${withinMs / 1_000} s`)), withinMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
