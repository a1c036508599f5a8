import { baseUrl, SESSION_PATHS } from '@setpoint/contract';
import type { Command } from 'commander';
import { askSession } from '../shell/ask-session.ts';
import { CliError } from '../shell/cli-error.ts';
import { callerUrl, keptOf } from '../shell/find-caller.ts';
import { type Login, loginPath, readLogin, removeLogin, writeLogin } from '../shell/read-login.ts';
import type { Shell } from '../shell/shell.ts';
import { instantText } from '../text/instant-text.ts';
import { signInByBrowser } from './sign-in-by-browser.ts';
import { signInByDevice } from './sign-in-by-device.ts';
import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in a browser on this machine, if there is one; the address was printed, too. */
function openBrowser(url: string): void {
  // An address of somebody else's is never read as an option, or as a file.
  if (!/^https?:\/\//.test(url)) return;
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

interface LoginOptions {
  readonly url?: string;
  readonly provider?: string;
  readonly device?: boolean;
  readonly browser: boolean;
}

/** `setpoint login` and `setpoint logout` */
export function loginCommands(program: Command, shell: Shell): void {
  program
    .command('login')
    .description('sign in through your identity provider; later commands run as you')
    .option('--url <address>', 'the address of the service (default: SETPOINT_URL, or that of the last sign-in)')
    .option('--provider <id>', 'the provider, if there is more than one')
    .option('--device', 'sign in with a code on another device, for machines without a browser')
    .option('--no-browser', 'print the address, and open no browser')
    .action((options: LoginOptions) => logIn(shell, options));
  program
    .command('logout')
    .description('sign out of this command line')
    .action(() => logOut(shell));
}

async function logIn(shell: Shell, { url: named, provider, device = false, browser }: LoginOptions): Promise<void> {
  const { environment, writeError } = shell;
  const path = pathOrThrow(shell);
  const url = baseUrl(named ?? environment['SETPOINT_URL'] ?? callerUrl(environment));
  const show = (address: string, code?: string) => {
    const typed = code === undefined ? '' : `, and type the code ${code}`;
    writeError(`Open ${address}${typed}. This command waits for you.\n`);
    if (browser && !device && process.stderr.isTTY) openBrowser(address);
  };
  const done = await (device ? signInByDevice : signInByBrowser)({ url, provider, show });
  const earlier = keptHere(shell);
  writeLogin(path, { url, secret: done.secret, ...keptOf(done) });
  if (earlier !== undefined) await endQuietly(earlier);
  const { clientId: personId, clientName: name, endsAt, scope } = done;
  const scopes = scope === '' ? [] : scope.split(' ');
  const may = scopes.length === 0 ? '\nYou have no role yet: ask an operator for one.' : '';
  const text = `Signed in as ${name} at ${url}, until ${instantText(endsAt)} UTC at the latest.${may}`;
  shell.print({ url, personId, name, scopes, endsAt, file: path }, text);
  const inTheWay = ['SETPOINT_CLIENT_ID', 'SETPOINT_OPERATOR_ID'].find((one) => environment[one] !== undefined);
  if (inTheWay !== undefined)
    writeError(`${inTheWay} is set and takes precedence: unset it to run commands as ${name}.\n`);
}

async function logOut(shell: Shell): Promise<void> {
  const path = pathOrThrow(shell);
  const login = readLogin(shell.environment);
  if (login === undefined) return shell.print({ isSignedOut: false }, 'Nobody is signed in here.');
  // Kept if the service cannot be asked: the session would go on, with nobody left who can end it here.
  await endSession(login);
  removeLogin(path);
  shell.print({ isSignedOut: true, url: login.url }, `${login.name} is signed out at ${login.url}.`);
}

function pathOrThrow({ environment }: Shell): string {
  const path = loginPath(environment);
  if (path !== undefined) return path;
  throw new CliError(
    'bad_configuration',
    'There is no HOME to keep the sign-in in. Set SETPOINT_LOGIN_FILE to the path of a file.',
  );
}

// A file that cannot be used is about to be replaced.
function keptHere({ environment }: Shell): Login | undefined {
  try {
    return readLogin(environment);
  } catch {
    return undefined;
  }
}

async function endQuietly(login: Login): Promise<void> {
  // It ends by itself too, and the person is signed in already.
  await endSession(login).catch(() => undefined);
}

async function endSession({ url, secret }: Login): Promise<void> {
  await askSession(url, { method: 'DELETE', path: SESSION_PATHS.commandLine, secret });
}
