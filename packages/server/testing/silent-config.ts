import { readConfig } from '../src/read-config.ts';

/** For tests: the configuration of a service at free ports, without a log. */
export function silentConfig(environment: Readonly<Record<string, string>>) {
  const anyPorts = {
    SETPOINT_HTTP_PORT: '0',
    SETPOINT_OPS_PORT: '0',
    SETPOINT_MQTT_PORT: '0',
    SETPOINT_MQTTS_PORT: 'off',
  };
  const result = readConfig({ ...anyPorts, SETPOINT_LOG_LEVEL: 'silent', ...environment });
  if (result.kind === 'invalid') throw new Error(result.problems.join());
  return result.config;
}
