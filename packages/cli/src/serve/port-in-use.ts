import type { Config } from '@setpoint/server';
import { CliError } from '../shell/cli-error.ts';

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
