import type { WatchedFaults } from '@setpoint/controller';
import type { DemoSite } from './demo-registry.ts';

/** The sites that a visitor cut off in the console. */
export interface SiteSwitch extends Pick<WatchedFaults, 'ofSite'> {
  siteIds(): readonly string[];
  /** Whether there is such a site. */
  cut(siteId: string): boolean;
  connect(siteId: string): boolean;
}

type Fault = ReturnType<WatchedFaults['ofSite']>[number];

const CUT: readonly Fault[] = [{ kind: 'half_open', atMs: 0, forMs: Number.POSITIVE_INFINITY }];

export function createSiteSwitch(
  sites: readonly Pick<DemoSite, 'siteId' | 'siteName'>[],
  say: (text: string) => void,
): SiteSwitch {
  const cut = new Set<string>();
  const change = (siteId: string, tell: (siteName: string) => string | undefined): boolean => {
    const site = sites.find((one) => one.siteId === siteId);
    const told = site === undefined ? undefined : tell(site.siteName);
    if (told !== undefined) say(told);
    return site !== undefined;
  };
  return {
    siteIds: () => [...cut],
    cut: (siteId) =>
      change(siteId, (siteName) => {
        if (cut.has(siteId)) return undefined;
        cut.add(siteId);
        return `${siteName} is cut off.`;
      }),
    connect: (siteId) =>
      change(siteId, (siteName) => (cut.delete(siteId) ? `${siteName} is connected again.` : undefined)),
    ofSite: (siteName) => (sites.some((site) => site.siteName === siteName && cut.has(site.siteId)) ? CUT : []),
  };
}
