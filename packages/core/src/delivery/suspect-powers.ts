import type { ImplausibleReason } from '@setpoint/contract';

/** What a report says of powers while the storage alone is ordered, so that the connection point has to move with it. */
export interface ReportedPowers {
  readonly now: number;
  readonly gridKw: number;
  readonly bessKw: number;
  /** The greatest power of the storage; 0 where it is not known. */
  readonly ratedKw: number;
  /** What the storage is ordered to do. */
  readonly orderKw: number;
  /** Since when the controller has that. */
  readonly orderSince: number;
}

interface HiddenSteps {
  readonly way: 'missing' | 'reversed';
  readonly count: number;
  /** Whether the storage showed exactly its order each time. */
  readonly isEcho: boolean;
  readonly at: number;
}

/** What is kept from report to report. */
export interface PowersSoFar {
  /** The report that the next is compared with. */
  readonly at: number;
  readonly gridKw: number;
  readonly bessKw: number;
  /** Since when the connection point shows this very number, in how many reports, and how often the storage moved meanwhile. */
  readonly same: { readonly since: number; readonly reports: number; readonly moves: number };
  /** How far the connection point moves while the storage does not. */
  readonly noiseKw: number;
  /** Steps of the storage in a row that the connection point did not show, all in one way. */
  readonly steps: HiddenSteps | null;
  readonly suspected: { readonly reason: ImplausibleReason; readonly at: number } | null;
}

// Meters differ, and a site steers by what it measured a second ago.
const STEP_KW = 5;
const STEP_SHARE = 0.1;
const APART_MS = 20_000;
// Just after a step, one meter may show it and the other not yet.
const SETTLED_MS = 10_000;
const FROZEN_MS = 60_000;
const FROZEN_REPORTS = 3;
// A load may make up for a step by chance once, or by plan each quarter of an hour.
const STEPS = 3;
const STEP_WITHIN_MS = 75_000;
const NOISE_KEPT = 0.8;
const NOISE_SHARE = 0.25;
const NEAR = 0.35;
const STANDS_MS = 600_000;

/** What reports show so far, and whether that can be true; what comes too soon after another counts for nothing. */
export function suspectPowers(before: PowersSoFar | undefined, report: ReportedPowers): PowersSoFar {
  const { now, gridKw, bessKw } = report;
  if (before === undefined || now < before.at || now - before.at > STEP_WITHIN_MS) return anew(before, report);
  if (now - before.at < APART_MS || now - report.orderSince < SETTLED_MS) return withBetween(before, gridKw);
  const isStep = Math.abs(bessKw - before.bessKw) > Math.max(STEP_KW, STEP_SHARE * report.ratedKw);
  const same = sameSoFar(before, report, isStep);
  const shown = isStep ? afterStep(before, report) : afterQuiet(before, report);
  const judged = { ...before, at: now, gridKw, bessKw, same, ...shown };
  if (isFrozen(same, report)) return { ...judged, suspected: { reason: 'power_frozen', at: now } };
  const isPast = judged.suspected !== null && now - judged.suspected.at >= STANDS_MS;
  return isPast ? { ...judged, suspected: null } : judged;
}

function anew(before: PowersSoFar | undefined, { now, gridKw, bessKw }: ReportedPowers): PowersSoFar {
  const { noiseKw = 0, suspected = null } = before ?? {};
  return { at: now, gridKw, bessKw, same: sameFrom(now), noiseKw, steps: null, suspected };
}

function sameFrom(since: number): PowersSoFar['same'] {
  return { since, reports: 1, moves: 0 };
}

/** What is seen to move in between does not stand still. */
function withBetween(before: PowersSoFar, gridKw: number): PowersSoFar {
  return gridKw === before.gridKw ? before : { ...before, same: { ...before.same, reports: 0 } };
}

function sameSoFar(before: PowersSoFar, { now, gridKw }: ReportedPowers, isStep: boolean): PowersSoFar['same'] {
  const { since, reports, moves } = before.same;
  if (gridKw !== before.gridKw || reports === 0) return sameFrom(now);
  return { since, reports: reports + 1, moves: moves + (isStep ? 1 : 0) };
}

function isFrozen({ since, reports, moves }: PowersSoFar['same'], { now, gridKw }: ReportedPowers): boolean {
  return reports >= FROZEN_REPORTS && now - since >= FROZEN_MS && moves >= (isCoarse(gridKw) ? 2 : 1);
}

/** By chance, a load that moves takes such a number again. */
function isCoarse(kW: number): boolean {
  const tenths = kW * 10;
  return Math.abs(tenths - Math.round(tenths)) < 1e-6;
}

type Shown = Partial<Pick<PowersSoFar, 'noiseKw' | 'steps' | 'suspected'>>;

function afterQuiet(before: PowersSoFar, { gridKw }: ReportedPowers): Shown {
  return { noiseKw: Math.max(NOISE_KEPT * before.noiseKw, Math.abs(gridKw - before.gridKw)) };
}

// What the storage discharges, the connection point does not import.
function afterStep(before: PowersSoFar, report: ReportedPowers): Shown {
  const movedKw = report.bessKw - before.bessKw;
  const share = (before.gridKw - report.gridKw) / movedKw;
  if (Math.abs(share - 1) <= NEAR) return { steps: null, suspected: null };
  const way = wayOf(share);
  if (way === undefined || before.noiseKw > NOISE_SHARE * Math.abs(movedKw)) return { steps: null };
  const steps = withStep(before.steps, way, report);
  return steps.count < STEPS ? { steps } : { steps, suspected: { reason: reasonOf(steps), at: report.now } };
}

/** In what way a step was not shown, of which this share was; undefined if that may be anything. */
function wayOf(share: number): HiddenSteps['way'] | undefined {
  if (Math.abs(share) <= NEAR) return 'missing';
  return Math.abs(share + 1) <= NEAR ? 'reversed' : undefined;
}

function withStep(before: HiddenSteps | null, way: HiddenSteps['way'], report: ReportedPowers): HiddenSteps {
  const { now, bessKw, orderKw } = report;
  const isEcho = bessKw === orderKw;
  if (before?.way !== way || now - before.at > STEP_WITHIN_MS) return { way, count: 1, isEcho, at: now };
  return { way, count: before.count + 1, isEcho: isEcho && before.isEcho, at: now };
}

function reasonOf({ way, isEcho }: HiddenSteps): ImplausibleReason {
  if (way === 'reversed') return 'step_reversed';
  return isEcho ? 'order_echoed' : 'step_missing';
}
