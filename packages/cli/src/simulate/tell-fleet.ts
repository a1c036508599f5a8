import type { FleetFigures, RunningFleet } from '@setpoint/controller';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';

export interface ToldFleet {
  readonly sites: number;
  readonly fleet: Pick<RunningFleet, 'figures'>;
  readonly trouble: { readonly count: number; readonly last: string };
  readonly shell: Pick<Shell, 'writeError' | 'progress'>;
  readonly now: () => number;
}

/** Returns a function to call each second: says what has changed, and on a terminal also how the fleet does. */
export function tellFleet({ sites, fleet, trouble, shell, now }: ToldFleet): () => void {
  let reports = 0;
  let troubles = 0;
  let lookedAt = now();
  let isConnected = false;

  return () => {
    const figures = fleet.figures();
    const at = now();
    // One line for all of them: a service that stops would cause 10,000.
    const seen = trouble.count - troubles;
    if (seen > 0) shell.writeError(`${countText(seen, 'failure')}, the latest: ${trouble.last}\n`);
    if (!isConnected && figures.connected === sites) {
      isConnected = true;
      shell.writeError(`${countText(sites, 'controller')} ${sites === 1 ? 'is' : 'are'} connected.\n`);
    }
    shell.progress(progressLine(sites, figures, reports, at - lookedAt));
    ({ reports } = figures);
    troubles = trouble.count;
    lookedAt = at;
  };
}

/** How a fleet does, in one line. */
function progressLine(sites: number, figures: FleetFigures, reportsBefore: number, elapsedMs: number): string {
  const perSecond = ((figures.reports - reportsBefore) * 1_000) / elapsedMs;
  const parts = [
    `connected ${count(figures.connected)} of ${count(sites)}`,
    `${count(Math.round(perSecond))} reports/s`,
    `${count(figures.snapshots)} snapshots`,
    lagText(figures),
  ];
  return parts.join(' · ');
}

function lagText({ lagP50Ms, lagP99Ms }: FleetFigures): string {
  return lagP50Ms === null ? 'no lag yet' : `lag p50 ${lagP50Ms} ms, p99 ${lagP99Ms} ms`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
