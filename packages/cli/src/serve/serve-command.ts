import { requestSignInLink } from '@setpoint/client';
import type { Config, Service } from '@setpoint/server';
import type { Command } from 'commander';
import { backUpApart } from '../maintenance/back-up-apart.ts';
import { badConfig } from '../shell/bad-config.ts';
import { CliError } from '../shell/cli-error.ts';
import { findConnection } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { whileStopping } from '../shell/while-stopping.ts';
import { fieldsText } from '../text/fields-text.ts';
import { boundMemory } from './bound-memory.ts';

// To start again changes nothing, as with a wrong setting.
const EX_DATAERR = 65;
const STOP_WITHIN_MS = 9_500;
const NOT_STARTED = 'The service was not started. Fix the environment:';

/** `setpoint serve` */
export function serveCommand(program: Command, shell: Shell): void {
  program
    .command('serve')
    .description('run the service, as the environment configures it')
    .action(() => runService(shell));
}

async function runService(shell: Shell): Promise<void> {
  const { beginThreads } = await import('@setpoint/server/threads');
  const { DATABASE_URL, DATABASE_URL_FILE } = shell.environment;
  await using threads = beginThreads((DATABASE_URL ?? DATABASE_URL_FILE) === undefined ? 'file' : 'server');
  // The other commands do not need the service's code, and start faster without it.
  const { ConfigError, LostCommits, readConfig, serve } = await import('@setpoint/server');
  const result = readConfig(shell.environment);
  if (result.kind === 'invalid') throw badConfig(NOT_STARTED, result.problems);
  const { config } = result;
  const makeBackup = (file: string, signal: AbortSignal) => backUpApart(shell.environment, file, signal);
  const service = await serve(config, { makeBackup, threads, sayLog: shell.sayLog }).catch((cause: unknown) => {
    if (cause instanceof ConfigError) throw badConfig(NOT_STARTED, cause.problems);
    if (cause instanceof LostCommits)
      throw new CliError('store_damaged', `${cause.message}.`, { exitCode: EX_DATAERR });
    throw portInUse(cause, config) ?? cause;
  });
  boundMemory();
  // A program that reads that it is ready may stop it at once.
  const stopped = untilStopped(
    () => whileStopping(shell, () => service.stop()),
    config.process.drainMs + STOP_WITHIN_MS,
  );
  const { url, opsUrl, mqttUrl, mqttsUrl } = service;
  const controllers = [mqttsUrl, mqttUrl].filter((address) => address !== undefined).join(', ');
  const signInUrl = await firstSignIn(shell, service);
  const fields = fieldsText([
    ...(signInUrl === undefined ? [] : [['console', `${signInUrl} (works once, within ten minutes)`] as const]),
    ['controllers', controllers === '' ? 'over HTTP only' : controllers],
    ['operations', opsUrl],
    ['data', config.store.dataDir],
  ]);
  const text = `Setpoint is ready: ${url}
${fields}
Ctrl-C stops it.`;
  shell.print({ url, opsUrl, mqttUrl, mqttsUrl, dataDir: config.store.dataDir }, text);
  await stopped;
  // A connection to a database that hangs would keep the process.
  process.exit();
}

/** A port that another program listens on, with the setting that names another; undefined for any other failure. */
export function portInUse(cause: unknown, { http, gateway }: Pick<Config, 'http' | 'gateway'>): CliError | undefined {
  const { code, port } = cause instanceof Error ? (cause as NodeJS.ErrnoException & { port?: number }) : {};
  if (code !== 'EADDRINUSE' || port === undefined) return undefined;
  const settings: Readonly<Record<number, string>> = {
    [http.opsPort]: 'SETPOINT_OPS_PORT',
    ...(gateway.mqtts === undefined ? {} : { [gateway.mqtts.port]: 'SETPOINT_MQTTS_PORT' }),
    ...(gateway.mqtt === undefined ? {} : { [gateway.mqtt.port]: 'SETPOINT_MQTT_PORT' }),
    [http.port]: 'SETPOINT_HTTP_PORT',
  };
  const setting = settings[port];
  const other = setting?.includes('MQTT') === true ? 'another port, or to off' : 'another port';
  const way = setting === undefined ? 'Stop that program.' : `Stop that program, or set ${setting} to ${other}.`;
  const sentence = `Port ${port} is in use by another program, or by another setpoint (EADDRINUSE). ${way}`;
  return new CliError('failed', `The service was not started: ${sentence}`, { cause });
}

// Only on a terminal: a log would keep the link for everybody who reads it.
async function firstSignIn({ environment }: Shell, { url, isFirstStart }: Service): Promise<string | undefined> {
  if (!isFirstStart || !process.stdout.isTTY) return undefined;
  return (await requestSignInLink({ url }, findConnection(environment))).url;
}
