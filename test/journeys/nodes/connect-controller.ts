import { type SiteId, siteTopic } from '@setpoint/contract';
import { connectAsync, type MqttClient } from 'mqtt';

// The service ends what is silent for longer than it allows, which would look like an end for another reason.
const KEEPALIVE_SECONDS = 10;

/** A controller that does no more than it is told to. */
export async function connectController(mqttUrl: string, siteId: SiteId, password: string): Promise<MqttClient> {
  const login = { clientId: siteId, username: siteId, password };
  const client = await connectAsync(mqttUrl, { ...login, keepalive: KEEPALIVE_SECONDS, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  return client;
}

export async function sendReport(client: MqttClient, siteId: SiteId, more: object): Promise<void> {
  const text = JSON.stringify({ sentAt: new Date().toISOString(), schedule: null, ...more });
  await client.publishAsync(siteTopic(siteId, 'report'), text, { qos: 1 });
}
