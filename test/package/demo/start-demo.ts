import { once } from 'node:events';
import { collect, startSetpoint } from '../../support/service/run-setpoint.ts';

export const ANY_PORTS = { SETPOINT_HTTP_PORT: '0', SETPOINT_MQTT_PORT: '0', SETPOINT_OPS_PORT: '0' };
export const HAS_STARTED = 'Ctrl-C stops everything.';

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Starts the demonstration as a visitor does. */
export async function startDemo(folder: string, node = process.execPath) {
  const child = startSetpoint(['demo', '--data', folder], ANY_PORTS, node);
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const exited = once(child, 'exit');
  while (!out().includes(HAS_STARTED)) {
    await Promise.race([once(child.stdout, 'data'), exited]);
    if (child.exitCode !== null) throw new Error(`the demonstration ended: ${out()}${error()}`);
  }
  return {
    pid: child.pid ?? 0,
    url: /^ {2}interface +(\S+)$/m.exec(out())?.[1] ?? '',
    poolUrl: /^ {2}pool +(\S+)$/m.exec(out())?.[1] ?? '',
    lines: linesToPaste(out()),
    tokens: out().match(/eyJ[\w.-]+/g) ?? [],
    complaints: error,
    async stop() {
      if (child.exitCode === null) child.kill('SIGINT');
      await exited;
      return child.exitCode;
    },
  };
}

/** Starts it as a program does, with more arguments and settings, and reads what it is told. */
export async function startToldDemo(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = startSetpoint(['demo', '--json', ...args], { ...ANY_PORTS, ...settings });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited]);
  if (child.exitCode !== null) throw new Error(`the demonstration ended: ${error()}`);
  const told = JSON.parse(out()) as {
    readonly url: string;
    readonly signInUrl: string;
    readonly token: string;
    readonly sites: readonly { readonly siteId: string; readonly siteName: string }[];
  };
  return {
    ...told,
    error,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** Each behind the line that says the token. */
export function linesToPaste(text: string): string[] {
  const lines = text.split('\n');
  const token = lines.filter((line) => line.startsWith('TOKEN='));
  return lines.filter((line) => line.startsWith('curl ')).map((line) => `${token.join()}; ${line}`);
}
