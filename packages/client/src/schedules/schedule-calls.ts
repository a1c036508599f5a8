import {
  type AssetScheduleCommand,
  type CreateSchedulesBatchResponse,
  type FleetScheduleCommand,
  HEADERS,
  PATHS,
  type SplicedWindow,
} from '@setpoint/contract';
import type { Answer } from '../http/send-request.ts';
import type { Connection } from '../identity/connection.ts';
import type { Unchanged } from '../http/unchanged.ts';
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
  /** RFC 3339 with an offset; `to` is not included. The day, or the span, of the values if both are left out. */
  readonly from?: string;
  readonly to?: string;
  readonly schedules: readonly Unchanged<FleetScheduleCommand>[];
  /** Whether to drop entries outside of the window that have ended. */
  readonly dropEnded?: boolean;
}

/** A schedule as CSV, and what it does not say of itself. */
export interface CsvTable {
  readonly csv: string;
  /** The window; from the first start in the table to the last end if left out. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The pair of all lines, for a table without these columns. */
  readonly asset?: string | undefined;
  readonly type?: string | undefined;
  /** The date of which the table has the values, one for each interval; then the window is the day. */
  readonly day?: string | undefined;
  /** The time zone of the day; that of the site if left out. */
  readonly timeZone?: string | undefined;
  /** How many minutes each value of the day lasts; 15 if left out. */
  readonly resolution?: number | undefined;
  /** Whether to drop entries outside of the window that have ended. */
  readonly dropEnded?: boolean | undefined;
}

/** A splice that was set. */
export interface SpliceResult extends BatchResult {
  /** The number of entries that were dropped because they had ended. */
  readonly dropped: number;
  /** The window that was replaced, in UTC. */
  readonly window: SplicedWindow;
}

/** Setting the schedules of one site. */
export interface ScheduleCalls {
  /** Replaces the entries of every asset/type pair in the batch. Either all commands are set, or none. */
  setSchedules(
    siteId: string,
    schedules: readonly Unchanged<AssetScheduleCommand>[],
    options?: BatchOptions,
  ): Promise<BatchResult>;
  /**
   * Replaces what lies in a window of time for every asset/type pair in the batch, and keeps the rest, in one step.
   *
   * @example
   * await client.splice(siteId, { from, to, schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
   */
  splice(siteId: string, splice: Splice, options?: BatchOptions): Promise<SpliceResult>;
  /**
   * The same from CSV: entries, or the values of a local day.
   *
   * @example
   * await client.spliceCsv(siteId, { csv, day: '2027-03-28', asset: 'grid', type: 'activePowerkW' });
   */
  spliceCsv(siteId: string, table: CsvTable, options?: BatchOptions): Promise<SpliceResult>;
}

export function createScheduleCalls({ set }: Connection): ScheduleCalls {
  return {
    async setSchedules(siteId, schedules, options = {}) {
      const call = { method: 'POST', path: PATHS.schedules, params: { siteId }, body: { schedules } } as const;
      return resultOf(await set(call, options));
    },
    splice: async (siteId, body, options = {}) =>
      resultOf(await set({ method: 'PATCH', path: PATHS.fleetSiteSchedules, params: { siteId }, body }, options)),
    spliceCsv: async (siteId, { csv, ...query }, options = {}) =>
      resultOf(await set({ method: 'PATCH', path: PATHS.fleetSiteSchedules, params: { siteId }, query, csv }, options)),
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
