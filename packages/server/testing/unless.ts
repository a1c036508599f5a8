import type { TestOptions } from 'vitest';

declare module 'vitest' {
  export interface TaskMeta {
    /** Why a test, or a group of tests, is skipped. */
    readonly missing?: string;
  }
}

/** Options of tests for which something may be missing here: then they are skipped, and the end of the run says why. */
export function unless(missing: string | undefined): TestOptions {
  return missing === undefined ? {} : { skip: true, meta: { missing } };
}

/** The same, where something is there or not. */
export function ifThere(isThere: boolean, what: string): TestOptions {
  return unless(isThere ? undefined : `${what} is not there`);
}
