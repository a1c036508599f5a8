import { SetpointError } from '@setpoint/client';
import { type Command, CommanderError } from 'commander';
import { CliError } from './cli-error.ts';
import { fileProblem } from './file-problem.ts';
import { inWordsOfCommand } from './in-words-of-command.ts';

/** What went wrong, for a person or for a program. */
export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly requestId?: string;
  readonly exitCode: number;
}

const FAILED = 1;
const MISUSED = 2;

/** Turns anything thrown into a sentence that says what to do, and an exit code. */
export function explainFailure(thrown: unknown, url: () => string, command?: Command): Failure {
  if (thrown instanceof CommanderError) {
    return { error: 'usage', message: usageOf(thrown), exitCode: thrown.exitCode === 0 ? 0 : MISUSED };
  }
  if (thrown instanceof CliError) return { error: thrown.code, message: thrown.message, exitCode: thrown.exitCode };
  if (thrown instanceof SetpointError) {
    const requestId = thrown.requestId === undefined ? {} : { requestId: thrown.requestId };
    return { error: thrown.code, message: messageOf(thrown, url(), command), ...requestId, exitCode: FAILED };
  }
  const message = fileProblem(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return { error: 'failed', message: sentence(message), exitCode: FAILED };
}

function usageOf({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing; `{setpoint} --help` lists them.';
  const wayOut = WAYS_OUT.find(([typed]) => message.includes(typed))?.[1];
  const said = sentence(message.replace(/^error: /, ''));
  return wayOut === undefined ? said : `${withoutGuess(said)} ${wayOut}`;
}

function withoutGuess(text: string): string {
  const at = text.indexOf(' (Did you mean');
  return at === -1 ? text : `${text.slice(0, at)}.`;
}

// What somebody types at three in the morning.
const WAYS_OUT: readonly (readonly [typed: string, wayOut: string])[] = [
  ["unknown command 'stop'", '`{setpoint} hold --all` stops all sites, `{setpoint} hold --site SITE` stops one.'],
  [
    "unknown command 'release'",
    '`{setpoint} hold list` shows what is held, `{setpoint} hold release HOLD` releases it.',
  ],
  ["too many arguments for 'hold'", 'Name what to hold: --all, --site SITE, --pool POOL or --client CLIENT.'],
  ["unknown command 'version'", '`{setpoint} --version` prints the version.'],
];

function messageOf({ code, message, cause }: SetpointError, url: string, command: Command | undefined): string {
  switch (code) {
    case 'unreachable':
      return unreachable(url, rootOf(cause));
    case 'timeout':
      return `${url} did not answer in time. It may be overloaded, or not be Setpoint.`;
    case 'unexpected_answer':
      return `The server at ${url} is not Setpoint. Check SETPOINT_URL.`;
    case 'invalid_client':
      return (
        `${url} does not accept this client id and secret: they are wrong, or the client is disabled. ` +
        'Check SETPOINT_CLIENT_ID and SETPOINT_CLIENT_SECRET, or operator.json in the data directory, which ' +
        'a restart of the service fixes; `{setpoint} operator reset` makes a new one.'
      );
    case 'forbidden':
      if (!message.includes('fleet:admin')) return sentence(message);
      return `${sentence(message)} The registry needs a client with the scope fleet:admin, such as the operator.`;
    default:
      return sentence(inWordsOfCommand(message, command));
  }
}

function unreachable(url: string, root: unknown): string {
  if (!(root instanceof Error) || ('code' in root && root.code === 'ECONNREFUSED')) {
    return `Nothing answers at ${url}. Is \`{setpoint} serve\` running?`;
  }
  return (
    `${url} cannot be reached: ${root.message}. ` +
    'Check SETPOINT_URL; if your own CA signed its certificate, set NODE_EXTRA_CA_CERTS.'
  );
}

function rootOf(cause: unknown): unknown {
  return cause instanceof Error && cause.cause !== undefined ? rootOf(cause.cause) : cause;
}

function sentence(text: string): string {
  const parts = text.split('\n').map((part) => part.trim());
  const line = parts.filter((part) => part !== '').join(' ');
  // A sentence that begins with the name of a field or a path keeps it as it is.
  const capital = /^\S+:|^\S*[/\\.]\S/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1);
  return /[.?!)]$/.test(capital) ? capital : `${capital}.`;
}
