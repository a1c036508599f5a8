import type { ScheduleSnapshot } from '@setpoint/contract';
import { connect } from 'mqtt';
import { lookUntil } from '@setpoint/server/testing/look-until';
import type { ServiceClient, SiteLogin } from '../support/service/service-client.ts';

/** A controller that does as controllers do: connects anew wherever it can, reports what it has, never gives up. */
export type Follower = Awaited<ReturnType<typeof followSite>>;

const REPORT_EVERY_MS = 1_000;
const RECONNECT_AFTER_MS = 200;
const CONNECT_WITHIN_MS = 2_000;
const KEEPALIVE_SECONDS = 3;

/** Follows a site by MQTT at the ports given, one after the other. */
export async function followSite(
  ports: readonly number[],
  { siteId, controllerKey }: SiteLogin,
  {
    reportEveryMs = REPORT_EVERY_MS,
    onSnapshot,
  }: { readonly reportEveryMs?: number; readonly onSnapshot?: (snapshot: ScheduleSnapshot) => void } = {},
) {
  const client = connect({
    servers: ports.map((port) => ({ host: '127.0.0.1', port, protocol: 'mqtt' as const })),
    clientId: siteId,
    username: siteId,
    password: controllerKey,
    reconnectPeriod: RECONNECT_AFTER_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    keepalive: KEEPALIVE_SECONDS,
    queueQoSZero: false,
  });
  let session = crypto.randomUUID();
  let sequence = 0;
  let revision: string | undefined;

  function report(): void {
    if (!client.connected) return;
    const schedule = revision === undefined ? null : { revision, rejected: [] };
    const text = JSON.stringify({ session, sequence: (sequence += 1), sentAt: new Date().toISOString(), schedule });
    client.publish(`sites/v1/${siteId}/report`, text, { qos: 1 }, () => undefined);
  }
  client.on('error', () => undefined);
  client.on('connect', () => {
    // Each connection is a session of its own.
    session = crypto.randomUUID();
    client.subscribe(`sites/v1/${siteId}/schedule`, { qos: 1 }, () => undefined);
    report();
  });
  client.on('message', (_topic, payload) => {
    const snapshot = JSON.parse(payload.toString()) as ScheduleSnapshot;
    revision = snapshot.revision;
    report();
    onSnapshot?.(snapshot);
  });
  const reporting = setInterval(report, reportEveryMs);
  return {
    siteId,
    async [Symbol.asyncDispose]() {
      clearInterval(reporting);
      client.end(true);
    },
  };
}

/** What is not in step after so long, of what should be. */
export async function findOutOfStep(
  client: ServiceClient,
  siteIds: readonly string[],
  withinMs: number,
): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs;
  const faults: string[] = [];
  for (const siteId of siteIds) {
    const look = async (): Promise<string> => {
      const answer = await client.ask(`/api/v1/fleet/sites/${siteId}/delivery`).catch(() => undefined);
      return (answer?.body as { state?: string } | undefined)?.state ?? 'out of reach';
    };
    const state = await lookUntil(look, (seen) => seen === 'in_sync' || performance.now() >= giveUpAt);
    if (state !== 'in_sync') faults.push(`the controller of ${siteId} is ${state} after ${withinMs} ms`);
  }
  return faults;
}
