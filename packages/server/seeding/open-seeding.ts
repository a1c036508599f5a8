import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type AssetScheduleCommand,
  type BatchId,
  type ClientId,
  type Scope,
  type Report,
  type SiteId,
} from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { makeSecret } from '../src/identity/make-secret.ts';
import { makeSnapshot } from '../src/gateway/snapshots/make-snapshot.ts';
import { createSiteSignals } from '../src/platform/site-signals.ts';
import { acceptReport } from '../src/gateway/reports/accept-report.ts';
import { gatewayMetrics } from '../src/gateway/gateway-metrics.ts';
import { makeFolder } from '../src/platform/make-folder.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import { prepareOperator } from '../src/registry/clients/prepare-operator.ts';
import { beginWriter } from '../src/store/sqlite/begin-writer.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../src/store/store.ts';
import { listRegisteredSites } from '../src/registry/sites/list-registered-sites.ts';
import { ALL_SITES, putGrant } from '../src/access/grants/put-grant.ts';
import { addClient } from '../src/registry/clients/add-client.ts';
import { listClients } from '../src/registry/clients/list-clients.ts';
import { removeClient } from '../src/registry/clients/remove-client.ts';
import { addSite } from '../src/registry/sites/add-site.ts';
import { applySchedules } from '../src/schedules/apply-schedules.ts';
import { removeSite } from '../src/registry/sites/remove-site.ts';
import { WRITES_URL } from '../src/writes-url.ts';

const MOST_SITES = 1_000;
const MOST_CLIENTS = 1_000;
// Nobody waits for one of these writes; a slow disk may take its time.
const ANSWER_WITHIN_MS = 300_000;
const SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

/**
 * Writes a past into a data folder that no service uses, by the transactions and checks of the service, but at instants
 * that are over. For demonstrations.
 */
export interface Seeding {
  /** Removes the sites that a start that was cut short has left. */
  removeSites(names: readonly string[]): Promise<void>;
  /** Adds a client in the place of those of this name: nobody kept their secrets. A trader may schedule all sites. */
  addClient(
    clientName: string,
    at: number,
    isTrader?: boolean,
  ): Promise<{ readonly clientId: string; readonly clientSecret: string }>;
  addSite(site: SeededSite, at: number): Promise<{ readonly siteId: string; readonly controllerKey: string }>;
  setSchedules(batch: SeededBatch, at: number): Promise<void>;
  /** What the controller of a site would have got. */
  snapshot(siteId: string, at: number): Promise<unknown>;
  report(siteId: string, report: Report, at: number): Promise<void>;
  close(): Promise<void>;
}

interface SeededSite {
  readonly siteName: string;
  readonly timeZone: string;
}

interface SeededBatch {
  readonly siteId: string;
  readonly clientId: string;
  readonly commands: readonly AssetScheduleCommand[];
}

export async function openSeeding(dataDir: string): Promise<Seeding> {
  makeFolder(dataDir);
  const store = await openSqliteStore({
    writer: beginWriter(WRITES_URL),
    databasePath: join(dataDir, 'setpoint.sqlite'),
    onFatal: raise,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  // Ahead of any other client; the service fills its address in.
  await prepareOperator({ store, dataDir, url: '', now: Date.now, warn: () => undefined });
  const metrics = gatewayMetrics(createMetrics());
  const signals = createSiteSignals();
  return {
    ...registrySeeding(store),
    async setSchedules({ siteId, clientId, commands }, at) {
      const ids = {
        siteId: siteId as SiteId,
        clientId: clientId as ClientId,
        batchId: randomUUID() as string as BatchId,
      };
      const batch = parseBatch({ schedules: [...commands] });
      const { kind } = await store.write(applySchedules, { ...ids, now: at, batch });
      if (kind !== 'accepted') throw new Error(`the schedule of ${siteId} was ${kind}`);
    },
    async snapshot(siteId, at) {
      const snapshot = await makeSnapshot(store, { siteId: siteId as SiteId }, at);
      return JSON.parse(snapshot?.text ?? 'null') as unknown;
    },
    async report(siteId, report, at) {
      const accepting = { store, signals, metrics, now: () => at, clockOffsets: new Map() };
      const came = { bytes: Buffer.from(JSON.stringify(report)), receivedAt: at };
      const accepted = await acceptReport(accepting, siteId as SiteId, came);
      if (accepted.kind !== 'accepted') throw new Error(`a report of ${siteId} was ${accepted.kind}`);
    },
    close: () => store.close(),
  };
}

function registrySeeding(store: Store): Pick<Seeding, 'removeSites' | 'addClient' | 'addSite'> {
  return {
    async removeSites(names) {
      const after = { siteName: '', siteId: '' };
      for (const { siteId, siteName } of await store.read(listRegisteredSites, { after, limit: MOST_SITES })) {
        if (names.includes(siteName)) await store.write(removeSite, { siteId, siteName, now: Date.now() });
      }
    },
    async addClient(clientName, at, isTrader = false) {
      await removeClients(store, clientName);
      const clientId = randomUUID() as string as ClientId;
      const { text, hash } = makeSecret('scs_');
      await store.write(addClient, { clientId, clientName, scopes: SCOPES, secretHash: hash, now: at });
      if (isTrader) await store.write(putGrant, { clientId, siteId: ALL_SITES, canSchedule: true });
      return { clientId, clientSecret: text };
    },
    async addSite(site, at) {
      const siteId = randomUUID() as string as SiteId;
      const { text, hash } = makeSecret('sck_');
      const controllerKey = { keyId: randomUUID(), keyHash: hash };
      await store.write(addSite, { ...site, siteId, controllerKey, now: at });
      return { siteId, controllerKey: text };
    },
  };
}

async function removeClients(store: Store, name: string): Promise<void> {
  const after = { clientName: '', clientId: '' };
  for (const { clientId, clientName } of await store.read(listClients, { after, limit: MOST_CLIENTS })) {
    if (clientName === name) await store.write(removeClient, { clientId });
  }
}

function raise(cause: Error): never {
  throw cause;
}
