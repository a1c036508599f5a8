import type { SettingsReader } from '../wire/settings-reader.ts';
import { type BudgetSettings, FIXED_BUDGET } from '../limits/budget.ts';
import type { Shares } from '../limits/shares.ts';

export interface IdentitySettings {
  /** A JSON array of outside issuers, or the path of a file that holds one. */
  readonly issuers: string | undefined;
  readonly tokenLifetimeSeconds: number;
  /** By address; a good token is never refused for them. */
  readonly failedAuthPerMinute: number;
  /** By client; 0 is no limit. */
  readonly callsPerMinute: number;
  readonly budget: BudgetSettings;
}

const TOKEN_LIFETIME_SECONDS = 3_600;

export function readIdentitySettings(read: SettingsReader, shares: Shares): IdentitySettings {
  return {
    issuers: read.given('SETPOINT_ISSUERS'),
    tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    failedAuthPerMinute: shares['failed-auth-per-minute'],
    callsPerMinute: read.integer('SETPOINT_CLIENT_CALLS_PER_MINUTE', 0, { min: 0, max: 100_000_000 }),
    budget: {
      ...FIXED_BUDGET,
      computedAtOnce: shares['client-computed-at-once'],
      streamsAtOnce: shares['client-streams'],
      keyCallsPerMinute: shares['key-calls-per-minute'],
    },
  };
}
