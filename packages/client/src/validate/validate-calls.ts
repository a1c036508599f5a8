import { type AssetScheduleCommand, PATHS, type ScheduleValidation } from '@setpoint/contract';
import type { Connection } from '../http/connection.ts';
import type { WindowOptions } from '../plan/window-options.ts';
import { conditionHeaders } from '../schedules/condition-headers.ts';

/** How a batch is checked. */
export interface ValidateOptions {
  /** Whether to show the plan too: of a window, or, with `true`, of all that the batch changes. */
  readonly plan?: WindowOptions | true;
  /** Checks against this version of the schedule alone (412 `precondition_failed`). */
  readonly ifScheduleVersion?: number;
}

/** Checking a batch without setting it. */
export interface ValidateCalls {
  /** What a batch would set, or every problem it has; nothing is set. */
  validate(
    siteId: string,
    schedules: readonly AssetScheduleCommand[],
    options?: ValidateOptions,
  ): Promise<ScheduleValidation>;
}

export function createValidateCalls({ ask }: Connection): ValidateCalls {
  return {
    validate: (siteId, schedules, { plan, ...conditions } = {}) =>
      ask({
        method: 'POST',
        path: PATHS.fleetSiteValidate,
        params: { siteId },
        query: queryOf(plan),
        headers: conditionHeaders(conditions),
        body: { schedules },
      }),
  };
}

function queryOf(plan: ValidateOptions['plan']) {
  if (plan === undefined) return {};
  return plan === true ? { plan } : { plan: true, from: plan.from, to: plan.to };
}
