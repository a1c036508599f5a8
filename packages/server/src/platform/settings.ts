import type { SettingsReader } from '../wire/settings-reader.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface ProcessSettings {
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
}

export function readProcessSettings(read: SettingsReader): ProcessSettings {
  return {
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
  };
}
