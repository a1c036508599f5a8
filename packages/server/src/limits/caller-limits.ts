import { createHistoryShare, type HistoryShare } from './history-share.ts';
import { createRateLimit, type SharedRateLimit } from './rate-limit.ts';

/** How often somebody may call. */
export interface CallerLimits {
  /** Failed authentications by address. */
  readonly failures: SharedRateLimit;
  /** Calls by client; left out, as many as they like. */
  readonly calls: SharedRateLimit | undefined;
  /** Bytes of history by client and site. */
  readonly history: HistoryShare;
}

export interface LimitSettings {
  readonly failedAuthPerMinute: number;
  readonly callsPerMinute: number;
  readonly historyBytesPerDay: number;
}

export function createCallerLimits(
  { failedAuthPerMinute, callsPerMinute, historyBytesPerDay }: LimitSettings,
  now: () => number,
): CallerLimits {
  return {
    failures: createRateLimit({ perMinute: failedAuthPerMinute, now }),
    calls: callsPerMinute === 0 ? undefined : createRateLimit({ perMinute: callsPerMinute, now }),
    history: createHistoryShare({ bytesPerDay: historyBytesPerDay, now }),
  };
}
