import type { SettingsReader } from '../wire/settings-reader.ts';
import { LOG_LEVELS, type LogLevel } from './open-log.ts';

/** How people call the command line where nothing else is said. */
export const USUAL_COMMAND = 'setpoint';

export interface ProcessSettings {
  readonly logLevel: LogLevel;
  /** For how long a process that is to stop still serves, while it says that it is not ready. */
  readonly drainMs: number;
  /** How people call the command line here. */
  readonly command: string;
}

export function readProcessSettings(read: SettingsReader): ProcessSettings {
  return {
    logLevel: read.choice('SETPOINT_LOG_LEVEL', 'info', LOG_LEVELS),
    drainMs: read.integer('SETPOINT_DRAIN_SECONDS', 0, { min: 0, max: 300 }) * 1_000,
    command: read.text('SETPOINT_COMMAND', USUAL_COMMAND),
  };
}
