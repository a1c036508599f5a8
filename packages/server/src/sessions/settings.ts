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

const HOUR_MS = 3_600_000;
const TIMES: SessionTimes = {
  idleMs: 8 * HOUR_MS,
  longestMs: 7 * 24 * HOUR_MS,
  askAgainMs: 300_000,
  groupsGoodForMs: 8 * HOUR_MS,
};

export function readSessionSettings(read: SettingsReader): SessionSettings {
  return { providers: readProviders(read), times: TIMES };
}
