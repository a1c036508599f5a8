import { ASSETS, type Asset, type Reserves, type SiteOverview } from '@setpoint/contract';
import { attentionOf, type Reason } from './attention.ts';

export interface FleetTotals {
  readonly sites: number;
  readonly online: number;
  /** What the sites that are online report, by asset. */
  readonly powerkW: Readonly<Partial<Record<Asset, number>>>;
  readonly reserves: Reserves;
  readonly nextDayReserves: Reserves;
  readonly needAttention: number;
  readonly byReason: ReadonlyMap<Reason, number>;
}

/** The fleet as one: what an offline site reported last is no power of now. */
export function sumFleet(sites: readonly SiteOverview[], now: number): FleetTotals {
  const powerkW: Partial<Record<Asset, number>> = {};
  const [reserves, nextDay] = [
    { importkW: 0, exportkW: 0 },
    { importkW: 0, exportkW: 0 },
  ];
  const byReason = new Map<Reason, number>();
  let [online, needAttention] = [0, 0];
  for (const site of sites) {
    if (site.isOnline) {
      online += 1;
      for (const asset of ASSETS) {
        const power = site.powerkW[asset];
        if (power !== undefined) powerkW[asset] = (powerkW[asset] ?? 0) + power;
      }
    }
    add(reserves, site.reserves);
    add(nextDay, site.nextDayReserves);
    const reasons = new Set(attentionOf(site, now).map(({ reason }) => reason));
    for (const reason of reasons) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    if (reasons.size > 0) needAttention += 1;
  }
  return { sites: sites.length, online, powerkW, reserves, nextDayReserves: nextDay, needAttention, byReason };
}

function add(sum: { importkW: number; exportkW: number }, { importkW, exportkW }: Reserves): void {
  sum.importkW += importkW;
  sum.exportkW += exportkW;
}
