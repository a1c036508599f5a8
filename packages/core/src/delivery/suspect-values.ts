import { type Asset, ASSETS, type ImplausibleReason } from '@setpoint/contract';

/** What a report says of all assets of a site; null where it says nothing. */
export interface ReportedValues {
  readonly now: number;
  readonly powerOf: (asset: Asset) => number | null;
  readonly socPcnt: number | null;
  readonly capacityKwh: number | null;
}

/** What is kept from report to report. */
export interface ValuesSoFar {
  readonly at: number;
  /** How many reports in a row do not add up. */
  readonly unbalanced: number;
  readonly charging: Charging | null;
  readonly suspected: { readonly reason: ImplausibleReason; readonly at: number } | null;
}

/** The charge of a storage, beside what it took or gave since. */
interface Charging {
  readonly since: number;
  readonly fromPcnt: number;
  /** What it should have come to since, in percent of its capacity. */
  readonly movedPcnt: number;
  readonly at: number;
  readonly powerKw: number;
}

const APART_MS = 5_000;
const GAP_MS = 90_000;
const STANDS_MS = 660_000;
const REPORTS = 3;
const BALANCE_SHARE = 0.05;
const BALANCE_KW = 5;
// A state of charge is often given in whole percent.
const MOVED_PCNT = 3;
const COMPARED_MS = 300_000;
const SHOWN_SHARE = 0.3;
const MS_PER_HOUR = 3_600_000;

const NOTHING = { unbalanced: 0, charging: null, suspected: null };

/** Whether what a site reports adds up: its powers at each instant, and its charge over time. */
export function suspectValues(before: ValuesSoFar | undefined, report: ReportedValues): ValuesSoFar {
  const { now } = report;
  const { suspected: known, ...last } = before ?? { at: now, ...NOTHING };
  if (before !== undefined && now >= last.at && now - last.at < APART_MS) return before;
  const { unbalanced: earlier, charging: charged } = isSoonAfter(last, now) ? last : NOTHING;
  const unbalanced = isUnbalanced(report) ? earlier + 1 : 0;
  const { charging, shown } = chargeSoFar(charged, report);
  const suspected = suspicionAfter(known, { now, unbalanced, shown });
  return { at: now, unbalanced, charging, suspected };
}

interface Seen {
  readonly now: number;
  readonly unbalanced: number;
  readonly shown: number | undefined;
}

function suspicionAfter(known: ValuesSoFar['suspected'], { now, unbalanced, shown }: Seen): ValuesSoFar['suspected'] {
  const reason = unbalanced >= REPORTS ? 'balance' : reasonOf(shown);
  if (reason !== undefined) return { reason, at: now };
  if (known === null || now - known.at >= STANDS_MS) return null;
  const isRight = known.reason === 'balance' ? unbalanced === 0 : shown !== undefined;
  return isRight ? null : known;
}

function isSoonAfter({ at }: Pick<ValuesSoFar, 'at'>, now: number): boolean {
  return now >= at && now - at <= GAP_MS;
}

/** Only of a site that measures all that it may have. */
function isUnbalanced({ powerOf }: ReportedValues): boolean {
  const powers = ASSETS.map((asset) => powerOf(asset));
  if (powers.some((kW) => kW === null)) return false;
  const of = (asset: Asset) => powerOf(asset) ?? 0;
  const given = of('grid') + of('bess') + of('solar') + of('wind') + of('genset');
  const taken = of('load') + of('ev') + of('heatpump');
  const mostKw = Math.max(...powers.map((kW) => Math.abs(kW ?? 0)));
  return Math.abs(given - taken) > Math.max(BALANCE_KW, BALANCE_SHARE * mostKw);
}

interface ChargeSeen {
  readonly charging: Charging | null;
  /** How much of what the storage moved its charge shows; undefined while that is not known. */
  readonly shown?: number;
}

function chargeSoFar(last: Charging | null, { now, powerOf, socPcnt, capacityKwh }: ReportedValues): ChargeSeen {
  const powerKw = powerOf('bess');
  if (powerKw === null || socPcnt === null || capacityKwh === null) return { charging: null };
  const anew = { since: now, fromPcnt: socPcnt, movedPcnt: 0, at: now, powerKw };
  if (last === null) return { charging: anew };
  // What it discharges, it loses.
  const lostKwh = (last.powerKw * (now - last.at)) / MS_PER_HOUR;
  const movedPcnt = last.movedPcnt - (100 * lostKwh) / capacityKwh;
  const isEnough = now - last.since >= COMPARED_MS && Math.abs(movedPcnt) >= MOVED_PCNT;
  if (!isEnough) return { charging: { ...last, movedPcnt, at: now, powerKw } };
  // Nothing goes beyond full or empty, whatever flows.
  const endPcnt = last.fromPcnt + movedPcnt;
  if (endPcnt < 0 || endPcnt > 100) return { charging: anew };
  return { charging: anew, shown: (socPcnt - last.fromPcnt) / movedPcnt };
}

function reasonOf(shown: number | undefined): ImplausibleReason | undefined {
  if (shown === undefined || shown >= SHOWN_SHARE) return undefined;
  return shown < -SHOWN_SHARE ? 'soc_reversed' : 'soc_stuck';
}
