import {
  type AssetScheduleCommand,
  type CreateSchedulesBatchResponse,
  type FleetScheduleCommand,
  HEADERS,
  PATHS,
} from '@setpoint/contract';
import type { Answer } from '../http/send-request.ts';
import type { Connection } from '../identity/connection.ts';
import type { BatchOptions } from '../http/condition-headers.ts';

/** A batch that was set. */
export interface BatchResult extends CreateSchedulesBatchResponse {
  /** The version of the site's schedule after this batch. */
  readonly scheduleVersion: number | undefined;
  /** Whether the batch was set before, with the same idempotency key. */
  readonly isReplayed: boolean;
}

/** A window of time, and what to set in it. */
export interface Splice {
  /** RFC 3339 with an offset; `to` is not included. */
  readonly from: string;
  readonly to: string;
  readonly schedules: readonly FleetScheduleCommand[];
  /** Whether to drop entries outside of the window that have ended. */
  readonly dropEnded?: boolean;
}

/** A splice that was set. */
export interface SpliceResult extends BatchResult {
  /** The number of entries that were dropped because they had ended. */
  readonly dropped: number;
}

/** Setting the schedules of one site. */
export interface ScheduleCalls {
  /** Replaces the entries of every asset/type pair in the batch. Either all commands are set, or none. */
  setSchedules(
    siteId: string,
    schedules: readonly AssetScheduleCommand[],
    options?: BatchOptions,
  ): Promise<BatchResult>;
  /**
   * Replaces what lies in a window of time for every asset/type pair in the batch, and keeps the rest, in one step.
   *
   * @example
   * await client.splice(siteId, { from, to, schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
   */
  splice(siteId: string, splice: Splice, options?: BatchOptions): Promise<SpliceResult>;
}

export function createScheduleCalls({ set }: Connection): ScheduleCalls {
  return {
    async setSchedules(siteId, schedules, options = {}) {
      const call = { method: 'POST', path: PATHS.schedules, params: { siteId }, body: { schedules } } as const;
      return resultOf(await set(call, options));
    },
    async splice(siteId, body, options = {}) {
      const call = { method: 'PATCH', path: PATHS.fleetSiteSchedules, params: { siteId }, body } as const;
      return resultOf(await set(call, options));
    },
  };
}

function resultOf<Body>({ body, headers }: Answer<Body>): Body & Omit<BatchResult, keyof CreateSchedulesBatchResponse> {
  const version = headers.get(HEADERS.scheduleVersion);
  return {
    ...body,
    scheduleVersion: version === null ? undefined : Number(version),
    isReplayed: headers.get(HEADERS.idempotencyReplayed) === 'true',
  };
}
