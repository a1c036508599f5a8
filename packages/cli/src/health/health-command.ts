import { type Command } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { durationOption } from '../shell/duration-option.ts';

interface HealthOptions {
  readonly url?: string;
  readonly wait: number;
  readonly live?: boolean;
}

const LONGEST_WAIT_S = 3_600;
const LOOK_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 5_000;

/** `setpoint health` */
export function healthCommand(program: Command, shell: Shell): void {
  program
    .command('health')
    .description('check whether the service on this machine is ready: exit code 0 if it is, 1 if not')
    .option(
      '--wait <duration>',
      'how long to wait for it, such as 30s; a plain number is in seconds',
      durationOption({ unit: 'seconds', least: 0, most: LONGEST_WAIT_S }),
      0,
    )
    .option('--live', 'check only whether the process is alive')
    .option(
      '--url <url>',
      'the address of its operations port (default: as SETPOINT_OPS_HOST and SETPOINT_OPS_PORT say)',
    )
    .action((options: HealthOptions) => tellHealth(shell, options));
}

async function tellHealth(shell: Shell, { url, wait, live = false }: HealthOptions): Promise<void> {
  const address = new URL(live ? '/livez' : '/readyz', url ?? operationsUrl(shell.environment)).href;
  const giveUpAt = performance.now() + wait * 1_000;
  let problem = await problemAt(address);
  while (problem !== undefined && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    problem = await problemAt(address);
  }
  if (problem !== undefined) throw new CliError('not_ready', problem);
  shell.print({ [live ? 'isLive' : 'isReady']: true }, live ? 'live' : 'ready');
}

async function problemAt(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (answer.ok) return undefined;
    return `${address} answers ${answer.status}: ${(await answer.text()).trim()}.`;
  } catch {
    return `Nothing answers at ${address}; SETPOINT_OPS_HOST and SETPOINT_OPS_PORT say where the service is.`;
  }
}

const HERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

function operationsUrl(environment: Shell['environment']): string {
  const { SETPOINT_OPS_HOST: host = '127.0.0.1', SETPOINT_OPS_PORT: port = '9464' } = environment;
  return `http://${HERE[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}
