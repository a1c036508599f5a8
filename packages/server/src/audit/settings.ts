import { certificatesIn } from './time-stamps/certificates-in.ts';
import type { Environment, SettingsReader } from '../wire/settings-reader.ts';

export interface AuditSettings extends KeptRecords {
  /** What the environment set, as the log may show it. */
  readonly seen: Readonly<Record<string, string>>;
}

interface KeptRecords {
  readonly keptMs: number;
  /** Left out: nobody outside stamps the seals. */
  readonly stamping?: StampingSettings;
}

export interface StampingSettings {
  readonly url: string;
  /** Certificates in PEM. */
  readonly authorities: string;
}

export function readAuditSettings(read: SettingsReader): KeptRecords {
  const keptMs = read.integer('SETPOINT_AUDIT_KEPT_DAYS', 400, { min: 1, max: 3_650 }) * 86_400_000;
  const stamping = readStamping(read);
  return { keptMs, ...(stamping === undefined ? {} : { stamping }) };
}

function readStamping(read: SettingsReader): StampingSettings | undefined {
  const url = read.url('SETPOINT_AUDIT_TIMESTAMP_URL');
  const authorities = read.file('SETPOINT_AUDIT_TIMESTAMP_CA');
  if (url === undefined) return undefined;
  if (authorities === undefined) {
    const isNamed = read.given('SETPOINT_AUDIT_TIMESTAMP_CA') !== undefined;
    // A file that cannot be read is refused as such.
    if (!isNamed)
      read.refuse('SETPOINT_AUDIT_TIMESTAMP_CA: the file with the certificates of the authority is missing');
    return undefined;
  }
  try {
    certificatesIn(authorities);
  } catch (cause) {
    read.refuse(`SETPOINT_AUDIT_TIMESTAMP_CA: ${cause instanceof Error ? cause.message : 'cannot be read'}`);
  }
  return { url, authorities };
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
