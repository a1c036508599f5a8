import { type AssetScheduleCommand, PATHS, type ScheduleValidation } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Unchanged } from '../http/unchanged.ts';
import type { Connection } from '../identity/connection.ts';
import type { WindowOptions } from '../plan/window-options.ts';
import { conditionHeaders } from '../http/condition-headers.ts';
import type { CsvTable, Splice } from '../schedules/schedule-calls.ts';

/** How to check a batch. */
export interface ValidateOptions extends CallOptions {
  /** Whether to return the plan too: of a window or, with `true`, of everything that the batch changes. */
  readonly plan?: WindowOptions | true;
  /** Checks only against this version of the schedule (otherwise 412 `precondition_failed`). */
  readonly ifScheduleVersion?: number | undefined;
}

/** A table, and whether to return the plan of its window too. */
export interface CheckedCsvTable extends CsvTable {
  readonly plan?: true;
}

/** Checking a batch without setting it. */
export interface ValidateCalls {
  /** The schedule that would result from a batch or a splice, or every problem. Nothing is set. */
  validate(
    siteId: string,
    batch: readonly Unchanged<AssetScheduleCommand>[] | Splice,
    options?: ValidateOptions,
  ): Promise<ScheduleValidation>;
  /** The same for `spliceCsv`; every problem names its line. */
  validateCsv(
    siteId: string,
    table: CheckedCsvTable,
    options?: Omit<ValidateOptions, 'plan'>,
  ): Promise<ScheduleValidation>;
}

export function createValidateCalls({ ask }: Connection): ValidateCalls {
  return {
    validate: (siteId, batch, { plan, ...options } = {}) =>
      ask(
        {
          method: 'POST',
          path: PATHS.fleetSiteValidate,
          params: { siteId },
          query: queryOf(plan),
          headers: conditionHeaders(options),
          body: 'schedules' in batch ? batch : { schedules: batch },
        },
        options,
      ),
    validateCsv: (siteId, { csv, ...query }, options = {}) =>
      ask(
        {
          method: 'POST',
          path: PATHS.fleetSiteValidate,
          params: { siteId },
          query,
          headers: conditionHeaders(options),
          csv,
        },
        options,
      ),
  };
}

function queryOf(plan: ValidateOptions['plan']) {
  return typeof plan === 'object' ? { plan: true, from: plan.from, to: plan.to } : { plan };
}
