import type { SiteSettings } from '../execute/site-settings.ts';
import type { PlantConfig } from '../plant/plant-config.ts';

/** What a controller must know of the storage of a simulated site. */
export function storageOfPlant({ battery }: PlantConfig): Omit<SiteSettings, 'siteId'> {
  return {
    ownMode: battery?.defaultMode ?? 'idle',
    socWindow: {
      minPercent: battery?.minSocPcnt ?? 0,
      maxPercent: battery?.maxSocPcnt ?? 100,
      fadePercent: battery?.deratePcnt ?? 0,
    },
  };
}
