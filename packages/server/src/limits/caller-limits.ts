import { createWriteQuota, HISTORY_BYTES_PER_DAY, type WriteQuota } from './write-quota.ts';
import { createRateLimit, type ExchangedRateLimit } from './rate-limit.ts';

/** How often somebody may call. */
export interface CallerLimits {
  /** Failed authentications by address. */
  readonly failures: ExchangedRateLimit;
  /** Calls by client; left out, as many as they like. */
  readonly calls: ExchangedRateLimit | undefined;
  /** Bytes of history by client and site. */
  readonly history: WriteQuota;
}

export interface LimitSettings {
  readonly failedAuthPerMinute: number;
  readonly callsPerMinute: number;
}

export function createCallerLimits(
  { failedAuthPerMinute, callsPerMinute }: LimitSettings,
  now: () => number,
): CallerLimits {
  return {
    failures: createRateLimit({ perMinute: failedAuthPerMinute, now }),
    calls: callsPerMinute === 0 ? undefined : createRateLimit({ perMinute: callsPerMinute, now }),
    history: createWriteQuota({ bytesPerDay: HISTORY_BYTES_PER_DAY, now }),
  };
}
