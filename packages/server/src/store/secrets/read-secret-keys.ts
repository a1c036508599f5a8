import type { SettingsReader } from '../../wire/settings-reader.ts';
import { isSecretKey, type SecretKey } from './secret-box.ts';

const FILE = 'SETPOINT_SECRETS_KEY_FILE';

/** The keys that secrets are encrypted with: one a line, the one in use first; none where nothing is set. */
export function readSecretKeys(read: SettingsReader): readonly SecretKey[] {
  const text = read.file(FILE);
  if (text === undefined) return [];
  const keys = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  // Not shown: a line that is no key may be most of one.
  if (keys.length > 0 && keys.every(isSecretKey)) return keys;
  read.refuse(`${FILE}: each line must be a key, 32 bytes in base64`);
  return [];
}
