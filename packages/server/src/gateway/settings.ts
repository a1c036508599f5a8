import { isLoopback } from '../wire/is-loopback.ts';
import type { SettingsReader } from '../wire/settings-reader.ts';
import type { MqttAddress } from './mqtt/listen-mqtt.ts';

export interface GatewaySettings {
  /** Where controllers connect by MQTT: in the clear, and by TLS with the certificate of the service. */
  readonly mqtt: MqttAddress | undefined;
  readonly mqtts: MqttAddress | undefined;
}

const HERE = '127.0.0.1';

export function readGatewaySettings(read: SettingsReader): GatewaySettings {
  const settings = {
    mqtt: listening(read.text('SETPOINT_MQTT_HOST', HERE), readPort(read, 'SETPOINT_MQTT_PORT', 1883)),
    mqtts: listening(read.text('SETPOINT_HTTP_HOST', HERE), readPort(read, 'SETPOINT_MQTTS_PORT', 8883)),
  };
  refuseOpenPort(settings, read);
  return settings;
}

function listening(host: string, port: number | undefined): MqttAddress | undefined {
  return port === undefined ? undefined : { host, port };
}

function readPort(read: SettingsReader, name: string, byDefault: number): number | undefined {
  if (read.given(name) === 'off') return undefined;
  return read.integer(name, byDefault, { min: 0, max: 65_535 });
}

// A controller's key must not cross a network in the clear; a private one between sites and service is an operator's
// to judge.
function refuseOpenPort({ mqtt }: GatewaySettings, read: SettingsReader): void {
  const given = read.given('SETPOINT_MQTT_PLAIN');
  if (given !== undefined && given !== 'allowed') {
    read.refuse(`SETPOINT_MQTT_PLAIN: ${JSON.stringify(given)} must be the word allowed, if it is set`);
  }
  if (mqtt === undefined || isLoopback(mqtt.host) || given === 'allowed') return;
  read.refuse(
    `SETPOINT_MQTT_HOST: ${mqtt.host} can be reached by other machines, without encryption; set SETPOINT_TLS_CERT and ` +
      'SETPOINT_TLS_KEY to use SETPOINT_MQTTS_PORT, or SETPOINT_MQTT_PLAIN=allowed on a network that you trust',
  );
}
