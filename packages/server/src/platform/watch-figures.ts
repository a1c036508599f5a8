import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { NODE_STATES, SITE_STATES } from '@setpoint/contract';
import { BEFORE_ALL_SITES } from '../sites/list-sites.ts';
import { findRegisteredSites } from '../registry/find-registered-sites.ts';
import type { Store } from '../store/store.ts';
import { listNodes } from '../nodes/list-nodes.ts';
import { countOpenHolds } from '../holds/read-hold.ts';
import type { Metrics } from './metrics.ts';

export interface Watched {
  readonly store: Store;
  readonly server: Pick<Server, 'getConnections'>;
  readonly now: () => number;
  readonly offlineAfterMs: number;
}

const KEPT_FOR_MS = 10_000;
const EVERYTHING = { name: undefined, online: undefined, state: undefined, issues: undefined };

/** Adds the figures that are looked up when somebody asks for them. */
export function watchFigures(metrics: Metrics, { store, server, now, offlineAfterMs }: Watched): void {
  const connections = promisify(server.getConnections.bind(server));
  metrics.addGauge('setpoint_http_connections', 'Open HTTP connections of this process.', async (set) =>
    set(await connections()),
  );
  metrics.addGauge('setpoint_open_holds', 'Holds that last.', async (set) =>
    set(await store.read(countOpenHolds, undefined)),
  );
  metrics.addGauge('setpoint_nodes', 'Nodes of the service by state, the same on each of them.', async (set) => {
    const nodes = await store.read(listNodes, { now: now() });
    for (const state of NODE_STATES) set(nodes.filter((node) => node.state === state).length, { state });
  });
  let counted: { readonly at: number; readonly byState: Promise<Map<string, number>> } | undefined;
  metrics.addGauge('setpoint_sites', 'Sites by state of delivery; counted every 10 s at most.', async (set) => {
    // Ten thousand sites are some work, and more than one may ask.
    if (counted === undefined || now() - counted.at >= KEPT_FOR_MS) counted = { at: now(), byState: count() };
    for (const [state, sites] of await counted.byState) set(sites, { state });
  });

  async function count(): Promise<Map<string, number>> {
    const byState = new Map<string, number>(SITE_STATES.map((state) => [state, 0]));
    const all = { filter: EVERYTHING, after: BEFORE_ALL_SITES, limit: Number.MAX_SAFE_INTEGER };
    const sites = await findRegisteredSites(store, { ...all, now: now(), offlineAfterMs });
    for (const { state } of sites) byState.set(state, (byState.get(state) ?? 0) + 1);
    return byState;
  }
}
