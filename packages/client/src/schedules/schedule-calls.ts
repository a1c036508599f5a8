import { type AssetScheduleCommand, type CreateSchedulesBatchResponse, HEADERS, PATHS } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';
import { type BatchOptions, conditionHeaders } from './condition-headers.ts';

/** A batch that was set. */
export interface BatchResult extends CreateSchedulesBatchResponse {
  /** The version of the site's schedule after this batch. */
  readonly scheduleVersion: number | undefined;
  /** Whether the batch was set before, with the same idempotency key. */
  readonly isReplayed: boolean;
}

/** Setting the schedules of one site. */
export interface ScheduleCalls {
  /** Replaces the entries of every asset/type pair in the batch. Either all commands are set, or none. */
  setSchedules(
    siteId: string,
    schedules: readonly AssetScheduleCommand[],
    options?: BatchOptions,
  ): Promise<BatchResult>;
}

export function createScheduleCalls({ send }: Connection): ScheduleCalls {
  return {
    async setSchedules(siteId, schedules, options = {}) {
      const headers = conditionHeaders(options);
      const call = { method: 'POST', path: PATHS.schedules, params: { siteId }, headers, body: { schedules } } as const;
      const answer = await send(call);
      const version = answer.headers.get(HEADERS.scheduleVersion);
      return {
        ...answer.body,
        scheduleVersion: version === null ? undefined : Number(version),
        isReplayed: answer.headers.get(HEADERS.idempotencyReplayed) === 'true',
      };
    },
  };
}
