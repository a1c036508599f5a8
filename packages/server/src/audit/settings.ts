import type { SettingsReader } from '../wire/settings-reader.ts';

export interface AuditSettings {
  readonly keptMs: number;
}

export function readAuditSettings(read: SettingsReader): AuditSettings {
  return { keptMs: read.integer('SETPOINT_AUDIT_KEPT_DAYS', 400, { min: 1, max: 3_650 }) * 86_400_000 };
}
