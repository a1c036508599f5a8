import type { SettingsReader } from '../wire/settings-reader.ts';
import type { MqttAddress } from './mqtt/listen-mqtt.ts';

export interface GatewaySettings {
  /** Where controllers connect by MQTT: in the clear, and by TLS with the certificate of the service. */
  readonly mqtt: MqttAddress | undefined;
  readonly mqtts: MqttAddress | undefined;
}

const HERE = '127.0.0.1';

// A controller's key must not cross a network in the clear, so the setting that opens one says that it is. A private
// network between sites and service is an operator's to judge.
export function readGatewaySettings(read: SettingsReader): GatewaySettings {
  return {
    mqtt: listening(read.text('SETPOINT_MQTT_PLAIN_HOST', HERE), readPort(read, 'SETPOINT_MQTT_PORT', 1883)),
    mqtts: listening(read.text('SETPOINT_HTTP_HOST', HERE), readPort(read, 'SETPOINT_MQTTS_PORT', 8883)),
  };
}

function listening(host: string, port: number | undefined): MqttAddress | undefined {
  return port === undefined ? undefined : { host, port };
}

function readPort(read: SettingsReader, name: string, byDefault: number): number | undefined {
  if (read.given(name) === 'off') return undefined;
  return read.integer(name, byDefault, { min: 0, max: 65_535 });
}
