import { HEADERS } from '@setpoint/contract';
import type { CallOptions } from './call-options.ts';

/** Optional conditions of a batch. */
export interface BatchOptions extends CallOptions {
  /** A batch that is sent again with the same key takes effect once. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** Sets nothing (412 `precondition_failed`) unless the site's schedule is still at this version. */
  readonly ifScheduleVersion?: number | undefined;
}

export function conditionHeaders({ idempotencyKey, ifScheduleVersion }: BatchOptions): Record<string, string> {
  return {
    ...(idempotencyKey !== undefined && { [HEADERS.idempotencyKey]: idempotencyKey }),
    ...(ifScheduleVersion !== undefined && { [HEADERS.ifScheduleVersion]: String(ifScheduleVersion) }),
  };
}
