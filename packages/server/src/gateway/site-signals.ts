import type { SiteId } from '@setpoint/contract';

/** What happened on a site: its schedule changed, a report counted, a key ended; `stop`: the service is stopping. */
export type SiteSignal = 'schedule' | 'report' | 'keys' | 'stop';

type Listener = (signal: SiteSignal) => void;

/** Tells whoever waits for something on a site that it is worth looking again. A signal carries no state. */
export interface SiteSignals {
  send(siteId: SiteId, signal: SiteSignal): void;
  /** Returns the way to stop listening. */
  listen(siteId: SiteId, listener: Listener): () => void;
  /** Wakes everybody, and whoever comes later at once. */
  stop(): void;
  isStopped(): boolean;
}

export function createSiteSignals(): SiteSignals {
  const listenersBySite = new Map<SiteId, Set<Listener>>();
  let stopped = false;

  function send(siteId: SiteId, signal: SiteSignal): void {
    const listeners = listenersBySite.get(siteId);
    if (listeners === undefined) return;
    for (const listener of listeners) listener(signal);
  }
  return {
    send,
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
      for (const siteId of listenersBySite.keys()) send(siteId, 'stop');
    },
    isStopped: () => stopped,
  };
}
