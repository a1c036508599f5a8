import type { SiteOverview } from '@setpoint/contract';

/** What the page knows about the sites. A row listens to its own site, so that a change draws one row. */
export interface FleetStore {
  readonly get: (siteId: string) => SiteOverview | undefined;
  readonly sites: () => readonly SiteOverview[];
  /** Whether the sites lie in several time zones: then a time needs its zone. */
  readonly hasSeveralZones: () => boolean;
  /** When the whole fleet was last read; undefined before the first time. */
  readonly askedAt: () => number | undefined;
  /** Whether the whole fleet was read at least once. */
  readonly isComplete: () => boolean;
  readonly merge: (sites: readonly SiteOverview[]) => void;
  /** Takes the whole fleet: a site that is not in it is forgotten. */
  readonly replace: (sites: readonly SiteOverview[], askedAt: number) => void;
  /** Called after any change, at most once a turn. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly subscribeSite: (siteId: string, listener: () => void) => () => void;
}

export function createFleetStore(): FleetStore {
  const byId = new Map<string, SiteOverview>();
  const listeners = new Set<() => void>();
  const siteListeners = new Map<string, Set<() => void>>();
  let list: readonly SiteOverview[] | undefined;
  let severalZones: boolean | undefined;
  let completeSince: number | undefined;

  const put = (site: SiteOverview) => {
    // Asked for by every row, at every change: counted anew only where a zone is another one.
    if (byId.get(site.siteId)?.timeZone !== site.timeZone) severalZones = undefined;
    byId.set(site.siteId, site);
    for (const listener of siteListeners.get(site.siteId) ?? []) listener();
  };
  const changed = () => {
    list = undefined;
    for (const listener of listeners) listener();
  };
  return {
    get: (siteId) => byId.get(siteId),
    sites: () => (list ??= [...byId.values()]),
    hasSeveralZones: () => (severalZones ??= new Set([...byId.values()].map(({ timeZone }) => timeZone)).size > 1),
    askedAt: () => completeSince,
    isComplete: () => completeSince !== undefined,
    merge(sites) {
      for (const site of sites) put(site);
      changed();
    },
    replace(sites, askedAt) {
      const kept = new Set(sites.map(({ siteId }) => siteId));
      for (const siteId of byId.keys()) if (!kept.has(siteId)) byId.delete(siteId);
      severalZones = undefined;
      for (const site of sites) put(site);
      completeSince = askedAt;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeSite(siteId, listener) {
      const known = siteListeners.get(siteId) ?? new Set();
      siteListeners.set(siteId, known.add(listener));
      return () => known.delete(listener);
    },
  };
}
