import { type Offer, type SignalToSplit, splitSignal } from '@setpoint/core';
import { medianOf } from '../run/compare.ts';
import { type Finding, limitedTo, type Row } from '../run/run.ts';

const MEMBERS = 10_000;
const WARM_UP_RUNS = 20;
const RUNS = 51;
const MOST_MS = 5;
const RULES = { proportional: 'in proportion', merit: 'by rank', energy: 'so that charge levels meet' } as const;

/** How long it takes to divide a signal among the members of a full pool. */
export function splitRow(): Row {
  const measure = async (): Promise<Finding> => {
    const offers = Array.from({ length: MEMBERS }, (_, index) => offerOf(index));
    const claims = Object.entries(RULES).map(([rule, what]) =>
      limitedTo(what, {
        measured: medianMs(rule as keyof typeof RULES, offers),
        atMost: MOST_MS,
        unit: 'ms of processor time',
      }),
    );
    return { kind: 'claimed', claims };
  };
  const title = `The split of a signal among ${MEMBERS.toLocaleString('en-US')} members`;
  return { name: 'split', title, measure };
}

function medianMs(rule: SignalToSplit['rule'], offers: readonly Offer[]): number {
  const most = offers.reduce((sum, { mostWatts }) => sum + mostWatts, 0);
  const times = Array.from({ length: WARM_UP_RUNS + RUNS }, (_, run) => {
    // Each signal is another one: what was ordered before is of no help.
    const watts = Math.floor((most * (run + 1)) / (WARM_UP_RUNS + RUNS + 2));
    const before = process.cpuUsage();
    const { shortfallWatts } = splitSignal({ watts, direction: 'import', rule, enduranceHours: 1 }, offers);
    const { user, system } = process.cpuUsage(before);
    if (shortfallWatts !== 0) throw new Error(`${shortfallWatts} W were left, though there was enough`);
    return (user + system) / 1_000;
  });
  return medianOf(times.slice(WARM_UP_RUNS));
}

/** Members of all sizes; every tenth is a backup, and every seventh still ramps. */
function offerOf(index: number): Offer {
  const capacityWatts = 20_000 + ((index * 7_919) % 480_000);
  return {
    siteId: `site ${index}`,
    role: index % 10 === 0 ? 'backup' : 'primary',
    rank: (index * 31) % 100,
    capacityWatts,
    mostWatts: index % 7 === 0 ? Math.floor(capacityWatts / 3) : capacityWatts,
    storage: { capacityWh: capacityWatts * 2, storedWh: (capacityWatts * 2 * ((index * 37) % 101)) / 100 },
  };
}
