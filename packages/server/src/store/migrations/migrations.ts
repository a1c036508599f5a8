import type { Step } from './step.ts';
import { up as tables } from './0001-tables.ts';

/** The step that makes the tables: a store with steps and without this one was made by an earlier candidate. */
export const FIRST_STEP = '0001-tables';

/** All steps of the schema, applied in the order of their names, each once. */
export const migrations: Record<string, Step> = {
  [FIRST_STEP]: { up: tables },
};
