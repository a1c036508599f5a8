import type { SettingsReader } from '../wire/settings-reader.ts';
import { type ProviderSettings, readProviders } from './providers/provider-settings.ts';

export interface SessionTimes {
  /** A session that was not used for so long is over. */
  readonly idleMs: number;
  /** However much it is used, a session is over after this. */
  readonly longestMs: number;
  /** How often a provider that allows it is asked for the groups of who is signed in. */
  readonly askAgainMs: number;
  /** For how long the groups count that a provider claimed. */
  readonly groupsGoodForMs: number;
}

export interface SessionSettings {
  readonly providers: readonly ProviderSettings[];
  readonly times: SessionTimes;
}

const A_DAY = 86_400;

export function readSessionSettings(read: SettingsReader): SessionSettings {
  const seconds = (name: string, fallback: number, max: number) =>
    read.integer(name, fallback, { min: 60, max }) * 1_000;
  return {
    providers: readProviders(read),
    times: {
      idleMs: seconds('SETPOINT_SESSION_IDLE_SECONDS', 8 * 3_600, 30 * A_DAY),
      longestMs: seconds('SETPOINT_SESSION_LONGEST_SECONDS', 7 * A_DAY, 30 * A_DAY),
      askAgainMs: seconds('SETPOINT_GROUPS_REFRESH_SECONDS', 300, A_DAY),
      groupsGoodForMs: seconds('SETPOINT_GROUPS_GOOD_FOR_SECONDS', 8 * 3_600, 30 * A_DAY),
    },
  };
}
