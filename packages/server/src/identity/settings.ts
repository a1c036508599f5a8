import type { SettingsReader } from '../wire/settings-reader.ts';
import type { BudgetSettings } from '../limits/budget.ts';
import type { Shares } from '../limits/shares.ts';

export interface IdentitySettings {
  /** A JSON array of outside issuers, or the path of a file that holds one. */
  readonly issuers: string | undefined;
  readonly tokenLifetimeSeconds: number;
  /** By address; a good token is never refused for them. */
  readonly failedAuthPerMinute: number;
  /** By client; 0 is no limit. */
  readonly callsPerMinute: number;
  /** By client and site. */
  readonly historyBytesPerDay: number;
  readonly budget: BudgetSettings;
}

const TOKEN_LIFETIME_SECONDS = 3_600;

export function readIdentitySettings(read: SettingsReader, shares: Shares): IdentitySettings {
  return {
    issuers: read.given('SETPOINT_ISSUERS'),
    tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    failedAuthPerMinute: shares['failed-auth-per-minute'],
    callsPerMinute: read.integer('SETPOINT_CLIENT_CALLS_PER_MINUTE', 0, { min: 0, max: 100_000_000 }),
    historyBytesPerDay: shares['client-history-bytes-per-day'],
    budget: budgetOf(shares),
  };
}

function budgetOf(shares: Shares): BudgetSettings {
  return {
    computedAtOnce: shares['client-computed-at-once'],
    writesAtOnce: shares['client-writes'],
    streamsAtOnce: shares['client-streams'],
    waitsAtOnce: shares['client-waits'],
    pollsAtOnce: shares['key-polls'],
    largeBodiesAtOnce: shares['client-large-bodies'],
    openAtOnce: shares['address-at-once'],
    keyCallsPerMinute: shares['key-calls-per-minute'],
    keyBytesPerMinute: shares['key-bytes-per-minute'],
  };
}
