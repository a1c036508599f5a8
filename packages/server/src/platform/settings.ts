import type { SettingsReader } from '../wire/settings-reader.ts';
import { LOG_LEVELS, type LogLevel } from './open-log.ts';

export interface ProcessSettings {
  readonly logLevel: LogLevel;
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
}

export function readProcessSettings(read: SettingsReader): ProcessSettings {
  return {
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
  };
}
