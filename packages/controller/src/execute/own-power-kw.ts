import type { Situation } from '@setpoint/core';
import { clamp } from '../driver/clamp.ts';
import type { SiteSettings, SocWindow } from './site-settings.ts';
import type { SiteState } from './site-state.ts';

export interface PowerRange {
  readonly lowKw: number;
  readonly highKw: number;
}

/** What the storage can do at its state of charge. */
export function storageRange({ assets: { bess } }: SiteState, window: SocWindow): PowerRange {
  if (bess === null) return { lowKw: 0, highKw: 0 };
  const { ratedPowerLowerLimitkW: lower, ratedPowerUpperLimitkW: upper, soc } = bess;
  if (soc === null) return { lowKw: lower, highKw: upper };
  const share = (leftPercent: number) => clamp(leftPercent / Math.max(window.fadePercent, 0.001), 0, 1);
  return {
    lowKw: Math.min(lower * share(window.maxPercent - soc), upper),
    highKw: Math.max(upper * share(soc - window.minPercent), lower),
  };
}

interface Wish {
  readonly setpointKw: number | undefined;
  readonly optimalSocPercent: number | null;
  /** The power to keep free for bookings and FCR. */
  readonly reserve: Pick<Situation, 'reserveImport' | 'reserveExport'>;
}

/** The power of the storage itself, before the connection point needs anything. */
export function ownPowerKw(site: SiteState, settings: SiteSettings, wish: Wish): number {
  if (wish.setpointKw !== undefined) return wish.setpointKw;
  const range = storageRange(site, settings.socWindow);
  if (wish.optimalSocPercent !== null) return towardsSoc(site, wish.optimalSocPercent, freeRange(range, wish.reserve));
  if (settings.ownMode === 'idle') return 0;
  return clamp(site.consumptionKw - site.generationKw - site.powers.genset, range.lowKw, range.highKw);
}

// Import is charging, which is negative here.
function freeRange({ lowKw, highKw }: PowerRange, { reserveImport, reserveExport }: Wish['reserve']): PowerRange {
  return { lowKw: Math.min(0, lowKw + (reserveImport ?? 0)), highKw: Math.max(0, highKw - (reserveExport ?? 0)) };
}

const CLOSE_ENOUGH_PERCENT = 0.1;
// Full power until a minute before the target, then less and less, so that it does not overshoot.
const PER_HOUR = 60;

function towardsSoc({ assets: { bess } }: SiteState, wantedPercent: number, range: PowerRange): number {
  if (bess === null || bess.soc === null || bess.availableStorageCapacitykWh === null) return 0;
  const missingPercent = wantedPercent - bess.soc;
  if (Math.abs(missingPercent) <= CLOSE_ENOUGH_PERCENT) return 0;
  const missingKwh = (bess.availableStorageCapacitykWh * missingPercent) / 100;
  return clamp(-missingKwh * PER_HOUR, range.lowKw, range.highKw);
}
