import { ASSETS, type Asset, type ProblemKind, problemsOf, type Reserves, type SiteOverview } from '@setpoint/contract';

export interface FleetTotals extends FleetReasons {
  readonly sites: number;
  readonly online: number;
  /** The power of all sites that are online, by asset. */
  readonly powerkW: Readonly<Partial<Record<Asset, number>>>;
  /** The oldest report of those; null where there is none. */
  readonly oldestReportAt: number | null;
  readonly reserves: Reserves;
  readonly nextDayReserves: Reserves;
  /** What is sold beside those, and held. */
  readonly heldReserves: Reserves;
  readonly heldNextDayReserves: Reserves;
}

/** After every instant. */
const LATEST = 'Z';

interface FleetReasons {
  readonly needAttention: number;
  readonly byReason: ReadonlyMap<ProblemKind, number>;
}

/** The fleet as a whole. The power of sites that are offline is unknown and not counted. */
export function sumFleet(sites: readonly SiteOverview[], now: number): FleetTotals {
  const powerkW: Partial<Record<Asset, number>> = {};
  const reserves = { importkW: 0, exportkW: 0 };
  const nextDayReserves = { importkW: 0, exportkW: 0 };
  const heldReserves = { importkW: 0, exportkW: 0 };
  const heldNextDayReserves = { importkW: 0, exportkW: 0 };
  let online = 0;
  // As text, which has the order of the instants: to read ten thousand of them at each change takes milliseconds.
  let oldestReport: string | null = null;
  for (const site of sites) {
    add(reserves, site.reserves);
    add(nextDayReserves, site.nextDayReserves);
    add(heldReserves, site.heldReserves);
    add(heldNextDayReserves, site.heldNextDayReserves);
    if (!site.isOnline) continue;
    online += 1;
    if (site.reportedAt !== null && site.reportedAt < (oldestReport ?? LATEST)) oldestReport = site.reportedAt;
    for (const asset of ASSETS) {
      const power = site.powerkW[asset];
      if (power !== undefined) powerkW[asset] = (powerkW[asset] ?? 0) + power;
    }
  }
  const oldestReportAt = oldestReport === null ? null : Math.min(now, Date.parse(oldestReport));
  const sold = { reserves, nextDayReserves, heldReserves, heldNextDayReserves };
  return { sites: sites.length, online, powerkW, oldestReportAt, ...sold, ...countReasons(sites, now) };
}

function countReasons(sites: readonly SiteOverview[], now: number): FleetReasons {
  const byReason = new Map<ProblemKind, number>();
  let needAttention = 0;
  for (const site of sites) {
    const problems = problemsOf(site, now);
    if (problems.length === 0) continue;
    needAttention += 1;
    for (const reason of new Set(problems.map(({ kind }) => kind)))
      byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  return { needAttention, byReason };
}

function add(sum: { importkW: number; exportkW: number }, { importkW, exportkW }: Reserves): void {
  sum.importkW += importkW;
  sum.exportkW += exportkW;
}
