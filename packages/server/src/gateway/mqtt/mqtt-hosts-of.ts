import type { MqttHosts } from '@setpoint/contract';
import { choosePort } from '../../door/choose-port.ts';
import { isAnyInterface, urlHost } from '../../platform/addresses/url-host.ts';
import type { Certificate } from '../../door/tls-options.ts';
import type { MqttAddress } from './listen-mqtt.ts';

interface MqttPorts {
  readonly mqtt: MqttAddress | undefined;
  readonly mqtts: MqttAddress | undefined;
}

/** The settings with their MQTT ports known: documents name them before anybody listens. Without TLS there is but one. */
export async function withMqttPorts<Given extends MqttPorts>(
  settings: Given,
  tls: Certificate | undefined,
): Promise<Given> {
  const mqtt = await withPort(settings.mqtt);
  const mqtts = tls === undefined ? undefined : await withPort(settings.mqtts);
  return { ...settings, mqtt, mqtts };
}

async function withPort(address: MqttAddress | undefined): Promise<MqttAddress | undefined> {
  return address && { host: address.host, port: await choosePort(address.host, address.port) };
}

/** Where controllers find the MQTT ports; the certificate is for the public name. */
export function mqttHostsOf(
  { mqtt, mqtts, tls }: MqttPorts & { readonly tls: Certificate | undefined },
  publicUrl: string,
): MqttHosts {
  const { hostname } = new URL(publicUrl);
  return {
    plain: mqtt && `${isAnyInterface(mqtt.host) ? hostname : urlHost(mqtt.host)}:${mqtt.port}`,
    encrypted: mqtts && tls && `${hostname}:${mqtts.port}`,
  };
}
