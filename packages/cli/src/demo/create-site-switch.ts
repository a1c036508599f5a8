import type { WatchedFaults } from '@setpoint/controller';
import type { DemoSite } from './demo-registry.ts';

/** The sites for which a visitor turned something on in the console. */
export interface SiteSwitch extends Pick<WatchedFaults, 'ofSite'> {
  siteIds(): readonly string[];
  /** Whether there is such a site. */
  turnOn(siteId: string): boolean;
  turnOff(siteId: string): boolean;
}

/** What goes wrong while it is on, and what is said of a site that is turned. */
interface SwitchKind {
  readonly fault: ReturnType<WatchedFaults['ofSite']>[number];
  readonly on: string;
  readonly off: string;
}

interface Switched {
  readonly sites: readonly Pick<DemoSite, 'siteId' | 'siteName'>[];
  readonly kind: SwitchKind;
  readonly say: (text: string) => void;
}

const ALWAYS = { atMs: 0, forMs: Number.POSITIVE_INFINITY } as const;

export const CUT_OFF: SwitchKind = {
  fault: { kind: 'half_open', ...ALWAYS },
  on: 'is cut off',
  off: 'is connected again',
};

export const LIE: SwitchKind = {
  fault: { kind: 'lie', ...ALWAYS },
  on: 'says that it follows, and does nothing',
  off: 'does what it says',
};

export function createSiteSwitch({ sites, kind, say }: Switched): SiteSwitch {
  const turned = new Set<string>();
  const faults = [kind.fault];
  const nameOf = (siteId: string): string | undefined => sites.find((one) => one.siteId === siteId)?.siteName;
  return {
    siteIds: () => [...turned],
    turnOn(siteId) {
      const siteName = nameOf(siteId);
      if (siteName === undefined) return false;
      if (!turned.has(siteId)) say(`${siteName} ${kind.on}.`);
      turned.add(siteId);
      return true;
    },
    turnOff(siteId) {
      const siteName = nameOf(siteId);
      if (turned.delete(siteId)) say(`${siteName} ${kind.off}.`);
      return siteName !== undefined;
    },
    ofSite: (siteName) => (sites.some((site) => site.siteName === siteName && turned.has(site.siteId)) ? faults : []),
  };
}
