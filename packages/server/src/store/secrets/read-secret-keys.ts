import { execFileSync } from 'node:child_process';
import type { SettingsReader } from '../../wire/settings-reader.ts';
import { isSecretKey, type SecretKey } from './secret-box.ts';

const FILE = 'SETPOINT_SECRETS_KEY_FILE';
const COMMAND = 'SETPOINT_SECRETS_KEY_COMMAND';
const WITHIN_MS = 10_000;
const MOST_BYTES = 4_096;

/** The keys that secrets are encrypted with: one a line, the one in use first; none where nothing is set. */
export function readSecretKeys(read: SettingsReader): readonly SecretKey[] {
  const [file, command] = [read.file(FILE), read.given(COMMAND)];
  if (command !== undefined && read.given(FILE) !== undefined) {
    read.refuse(`${FILE} and ${COMMAND}: set one of them, not both`);
    return [];
  }
  const text = command === undefined ? file : printedBy(read, command);
  if (text === undefined) return [];
  const keys = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  // Not shown: a line that is no key may be most of one.
  if (keys.length > 0 && keys.every(isSecretKey)) return keys;
  read.refuse(`${command === undefined ? FILE : COMMAND}: each line must be a key, 32 bytes in base64`);
  return [];
}

/** Runs a program with its arguments, and no shell. */
function printedBy(read: SettingsReader, command: string): string | undefined {
  const [program = '', ...args] = command.split(' ').filter((part) => part !== '');
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (cause) {
    read.refuse(`${COMMAND}: ${reasonOf(cause)}`);
    return undefined;
  }
}

// Its own words have what the program printed.
function reasonOf(cause: unknown): string {
  const { code, status } = (cause ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  if (code === 'ETIMEDOUT') return `the program printed no key within ${WITHIN_MS} ms`;
  if (code === 'ENOBUFS') return `the program printed more than ${MOST_BYTES} bytes`;
  return typeof status === 'number' ? `the program ended with ${status}` : 'the program cannot be run';
}
