import type { SettingsReader } from '../wire/settings-reader.ts';

export interface SiteSettings {
  /** After how long without a report a site counts as offline. */
  readonly offlineAfterMs: number;
}

export function readSiteSettings(read: SettingsReader): SiteSettings {
  return {
    offlineAfterMs: read.integer('SETPOINT_OFFLINE_AFTER_SECONDS', 90, { min: 1, max: 86_400 }) * 1_000,
  };
}
