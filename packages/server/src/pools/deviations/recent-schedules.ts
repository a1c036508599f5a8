import type { SiteId } from '@setpoint/contract';
import type { Commands } from '@setpoint/core';

interface Seen {
  readonly version: number;
  readonly commands: Commands;
  readonly firstAt: number;
  /** When another one was set; null while it is what is set. */
  readonly replacedAt: number | null;
}

/** What a site may have gone by in the last moments, by what this node saw set on it. */
export interface RecentSchedules {
  /** The latest first; undefined where this node has not looked since then. */
  see(siteId: SiteId, set: Pick<Seen, 'version' | 'commands'>, when: When): readonly Commands[] | undefined;
  /** Forgets the sites that were not seen any more. */
  clear(): void;
}

interface When {
  readonly now: number;
  readonly since: number;
}

// What is set has to come to the site first.
const ON_ITS_WAY_MS = 60_000;

export function createRecentSchedules(): RecentSchedules {
  const sites = new Map<SiteId, readonly Seen[]>();
  return {
    see(siteId, { version, commands }, { now, since }) {
      const [last, ...earlier] = sites.get(siteId) ?? [];
      const one = { version, commands, firstAt: now, replacedAt: null };
      const replaced = last?.version === version ? [last] : [one, ...(last ? [{ ...last, replacedAt: now }] : [])];
      const kept = earlier.filter(({ replacedAt }) => (replacedAt ?? now) > since - ON_ITS_WAY_MS);
      const all = [...replaced, ...kept];
      sites.set(siteId, all);
      return (all.at(-1)?.firstAt ?? now) > since ? undefined : all.map((seen) => seen.commands);
    },
    clear: () => sites.clear(),
  };
}
