import type { FleetFigures } from '@setpoint/controller';

export interface Progress {
  readonly sites: number;
  readonly figures: FleetFigures;
  readonly reportsBefore: number;
  readonly elapsedMs: number;
}

/** How a fleet does, in one line. */
export function progressLine({ sites, figures, reportsBefore, elapsedMs }: Progress): string {
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
