import type { Environment, SettingsReader } from '../wire/settings-reader.ts';

export interface AuditSettings extends KeptRecords {
  /** What the environment set, as the log may show it. */
  readonly seen: Readonly<Record<string, string>>;
}

interface KeptRecords {
  readonly keptMs: number;
}

export function readAuditSettings(read: SettingsReader): KeptRecords {
  return { keptMs: read.integer('SETPOINT_AUDIT_KEPT_DAYS', 400, { min: 1, max: 3_650 }) * 86_400_000 };
}

const SECRET = /SECRET|PASSWORD|TOKEN|KEY|URL/;
const SHOWN = /^(?:\d{1,12}|true|false)$/;

/** Which settings there are; of numbers, flags and shares also the value, for whatever else may be a secret. */
export function settingsSeen(environment: Environment): Readonly<Record<string, string>> {
  const ours = Object.keys(environment).filter(
    (name) => name.startsWith('SETPOINT_') || name.startsWith('DATABASE_URL'),
  );
  return Object.fromEntries(
    ours.toSorted().map((name) => {
      const value = environment[name] ?? '';
      const isShown = name === 'SETPOINT_SHARES' || (!SECRET.test(name) && SHOWN.test(value));
      return [name, isShown ? value : 'set'];
    }),
  );
}
