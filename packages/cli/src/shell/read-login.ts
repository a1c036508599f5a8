import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { CliError } from './cli-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A person who is signed in at the command line, as its file keeps it. */
export interface Login {
  readonly url: string;
  /** Gets new tokens until the person signs out, or the session is over. */
  readonly secret: string;
  readonly name: string;
  readonly token: string;
  /** When the token ends, in milliseconds. */
  readonly tokenEndsAt: number;
}

const FOR_OTHERS = 0o077;

/** Where a sign-in is kept; undefined where the environment names no place for such files. */
export function loginPath(environment: Environment): string | undefined {
  const { SETPOINT_LOGIN_FILE: named, XDG_CONFIG_HOME: config, APPDATA: appData, HOME: home } = environment;
  if (named !== undefined) return named;
  // XDG Base Directory 0.8: an empty or relative path counts as unset.
  const own = config !== undefined && isAbsolute(config) ? config : undefined;
  const folder = own ?? appData ?? (home === undefined ? undefined : join(home, '.config'));
  return folder === undefined ? undefined : join(folder, 'setpoint', 'login.json');
}

/** Who is signed in; undefined for nobody. A file that others may read is refused. */
export function readLogin(environment: Environment): Login | undefined {
  const path = loginPath(environment);
  if (path === undefined) return undefined;
  const text = readOwn(path);
  if (text === undefined) return undefined;
  const login = parsed(text);
  if (login === undefined) throw unusable(path, 'it is not what `setpoint login` writes');
  return login;
}

// The file that is open is the one that is looked at: none can take its place in between.
function readOwn(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) {
      return undefined;
    }
    throw unusable(path, cause instanceof Error ? cause.message : 'it cannot be read');
  }
  try {
    const isShared = process.platform !== 'win32' && (fstatSync(file).mode & FOR_OTHERS) !== 0;
    if (isShared) throw unusable(path, 'others may read it, and act as you; signing in again makes a new one');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function parsed(text: string): Login | undefined {
  try {
    const { url, secret, name, token, tokenEndsAt } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const texts = [url, secret, name, token];
    if (texts.some((one) => typeof one !== 'string') || typeof tokenEndsAt !== 'number') return undefined;
    return { url, secret, name, token, tokenEndsAt } as Login;
  } catch {
    return undefined;
  }
}

function unusable(path: string, why: string): CliError {
  return new CliError('no_credential', `${path} is not used: ${why}. Run \`{setpoint} login\`, or remove the file.`);
}

/** Keeps a sign-in for its owner alone: never in a file that others can read, not even for a moment. */
export function writeLogin(path: string, login: Login): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(login, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, path);
}

export function removeLogin(path: string): void {
  rmSync(path, { force: true });
}
