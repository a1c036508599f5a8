import type { SettingsReader } from '../wire/settings-reader.ts';
import type { BudgetSettings } from '../limits/budget.ts';

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

export function readIdentitySettings(read: SettingsReader): IdentitySettings {
  return {
    issuers: read.given('SETPOINT_ISSUERS'),
    tokenLifetimeSeconds: read.integer('SETPOINT_TOKEN_LIFETIME_SECONDS', 3_600, { min: 60, max: 86_400 }),
    failedAuthPerMinute: read.integer('SETPOINT_FAILED_AUTH_PER_MINUTE', 6_000, { min: 1, max: 1_000_000 }),
    callsPerMinute: read.integer('SETPOINT_CLIENT_CALLS_PER_MINUTE', 0, { min: 0, max: 100_000_000 }),
    historyBytesPerDay: read.integer('SETPOINT_CLIENT_HISTORY_BYTES_PER_DAY', 268_435_456, BYTES),
    budget: readBudget(read),
  };
}

const AT_ONCE = { min: 1, max: 1_000_000 };
const BYTES = { min: 1, max: 1_000_000_000_000 };

function readBudget(read: SettingsReader): BudgetSettings {
  return {
    computedAtOnce: read.integer('SETPOINT_CLIENT_COMPUTED_AT_ONCE', 8, AT_ONCE),
    writesAtOnce: read.integer('SETPOINT_CLIENT_WRITES', 1_024, AT_ONCE),
    streamsAtOnce: read.integer('SETPOINT_CLIENT_STREAMS', 256, AT_ONCE),
    waitsAtOnce: read.integer('SETPOINT_CLIENT_WAITS', 64, AT_ONCE),
    pollsAtOnce: read.integer('SETPOINT_KEY_POLLS', 2, AT_ONCE),
    largeBodiesAtOnce: read.integer('SETPOINT_CLIENT_LARGE_BODIES', 2, AT_ONCE),
    openAtOnce: read.integer('SETPOINT_ADDRESS_AT_ONCE', 32, AT_ONCE),
    keyCallsPerMinute: read.integer('SETPOINT_KEY_CALLS_PER_MINUTE', 1_200, AT_ONCE),
    keyBytesPerMinute: read.integer('SETPOINT_KEY_BYTES_PER_MINUTE', 67_108_864, BYTES),
  };
}
