import type { ScheduleSnapshot } from '@setpoint/contract';
import { connectAsync } from 'mqtt';
import type { Service } from '../service/start-service.ts';
import type { SiteLogin } from '../service/service-client.ts';

/** A controller of somebody else's making: MQTT.js and nothing of ours. */
export type ForeignController = Awaited<ReturnType<typeof connectForeign>>;

export async function connectForeign(service: Service, login: SiteLogin) {
  const { siteId, controllerKey } = login;
  const identity = { clientId: siteId, username: siteId, password: controllerKey };
  // No keepalive: a machine that stands still for a minute is no fault of the service.
  const options = { ...identity, reconnectPeriod: 0, keepalive: 0 };
  const client = await connectAsync(mqttUrlOf(service), options, false);
  const received: { topic: string; snapshot: ScheduleSnapshot }[] = [];
  let wake = (): void => undefined;
  client.on('close', () => wake());
  client.on('message', (topic, payload) => {
    received.push({ topic, snapshot: JSON.parse(payload.toString()) as ScheduleSnapshot });
    wake();
  });
  await client.subscribeAsync(`sites/v1/${siteId}/schedule`, { qos: 1 });
  const session = crypto.randomUUID();
  let sequence = 0;
  return {
    client,
    received,
    async until(isWanted: (snapshot: ScheduleSnapshot) => boolean) {
      for (;;) {
        const latest = received.at(-1)?.snapshot;
        if (latest !== undefined && isWanted(latest)) return latest;
        if (!client.connected) throw new Error(`the controller of ${siteId} lost its connection`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async report() {
      const revision = received.at(-1)?.snapshot.revision;
      const schedule = revision === undefined ? null : { revision, rejected: [] };
      const report = { session, sequence: (sequence += 1), sentAt: new Date().toISOString(), schedule };
      await client.publishAsync(`sites/v1/${siteId}/report`, JSON.stringify(report), { qos: 1 });
    },
  };
}

/** Where controllers connect by MQTT, as the service says when it is ready. */
export function mqttUrlOf(service: Pick<Service, 'output'>): string {
  const url = /mqtt:\/\/[\d.]+:\d+/.exec(service.output())?.[0];
  if (url === undefined) throw new Error(`no MQTT port: ${service.output()}`);
  return url;
}
