import type { PoolId, SiteId } from '@setpoint/contract';

/**
 * What happened on a site: its schedule changed, a report counted, a key ended, its controller connected
 * elsewhere, a pool asks it for something, its controller asked for its orders; `stop`: the service is stopping.
 */
export type SiteSignal = 'schedule' | 'report' | 'keys' | 'connected' | 'order' | 'polled' | 'stop';

type Listener = (signal: SiteSignal) => void;
type Relay = (siteId: SiteId, signal: SiteSignal) => void;
type PoolRelay = (poolId: PoolId) => void;

/** Tells those who wait for something on a site that it is worth looking again. A signal carries no state. */
export interface SiteSignals {
  /** Tells everybody, on the other nodes too. */
  send(siteId: SiteId, signal: SiteSignal): void;
  sendElsewhere(siteId: SiteId, signal: SiteSignal): void;
  /** Tells those on this node alone, such as of what another one sent. */
  sendHere(siteId: SiteId, signal: SiteSignal): void;
  /** Signals of other nodes may have been missed: every listener looks again. */
  sendToAllHere(signal: SiteSignal): void;
  /** Tells the other nodes that a pool is asked for something: once, however many members it has. */
  sendPoolElsewhere(poolId: PoolId): void;
  /** What another node said of a pool; of any pool, where that may have been missed. */
  sendPoolHere(poolId: PoolId | undefined): void;
  listenToPools(listener: (poolId: PoolId | undefined) => void): void;
  /** Names the ways to the other nodes. */
  relayTo(relay: Relay, relayPool?: PoolRelay): void;
  /** Returns the way to stop listening. */
  listen(siteId: SiteId, listener: Listener): () => void;
  /** Wakes everybody, and from then on every newcomer at once. */
  stop(): void;
  isStopped(): boolean;
}

export function createSiteSignals(): SiteSignals {
  const listenersBySite = new Map<SiteId, Set<Listener>>();
  let sendElsewhere: Relay = () => undefined;
  let sendPoolElsewhere: PoolRelay = () => undefined;
  let hearPool: (poolId: PoolId | undefined) => void = () => undefined;
  let stopped = false;

  function sendHere(siteId: SiteId, signal: SiteSignal): void {
    const listeners = listenersBySite.get(siteId);
    if (listeners === undefined) return;
    for (const listener of listeners) listener(signal);
  }
  function sendToAllHere(signal: SiteSignal): void {
    for (const siteId of listenersBySite.keys()) sendHere(siteId, signal);
  }
  return {
    send(siteId, signal) {
      sendHere(siteId, signal);
      sendElsewhere(siteId, signal);
    },
    sendElsewhere: (siteId, signal) => sendElsewhere(siteId, signal),
    sendHere,
    sendToAllHere,
    sendPoolElsewhere: (poolId) => sendPoolElsewhere(poolId),
    sendPoolHere: (poolId) => hearPool(poolId),
    listenToPools(listener) {
      hearPool = listener;
    },
    relayTo(relay, relayPool = () => undefined) {
      sendElsewhere = relay;
      sendPoolElsewhere = relayPool;
    },
    listen(siteId, listener) {
      const listeners = listenersBySite.get(siteId) ?? new Set();
      listenersBySite.set(siteId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && listenersBySite.get(siteId) === listeners) listenersBySite.delete(siteId);
      };
    },
    stop() {
      stopped = true;
      sendToAllHere('stop');
    },
    isStopped: () => stopped,
  };
}
