import type { BessPlanSegment, PlanEnergy, PlanSegment, PlanStep } from '@setpoint/contract';
import {
  type BessSituation,
  type EnergyOutlook,
  instantText,
  instantTextOrNull,
  type Plan,
  type PoolOrder,
  type Segment,
  type Window,
} from '@setpoint/core';
import { toMilliwatts, toMilliwattsOrNull } from '../wire/to-milliwatts.ts';

const SEGMENTS_PER_TEXT = 64;

export interface AskedPlan {
  readonly window: Window;
  /** Whether to tell the steps that lead to each target. */
  readonly because: boolean;
}

/** The text of a plan, piece by piece; `because` is empty everywhere where it was not asked for. */
export function* planTexts(plan: Plan, { window: { fromMs, toMs }, because }: AskedPlan): Generator<string> {
  const told = <Written extends PlanSegment>(written: Written) => (because ? written : { ...written, because: [] });
  yield `{"from":"${instantText(fromMs)}","to":"${instantText(toMs)}","grid":`;
  yield* listTexts(plan.grid, (segment) => told(writtenSegment(segment)));
  yield ',"bess":';
  yield* listTexts(plan.bess, (segment) => told(writtenBessSegment(segment)));
  yield ',"solar":';
  yield* listTexts(plan.solar, (segment) => told(writtenSegment(segment)));
  yield `,"energy":${JSON.stringify(writtenEnergy(plan.energy))}}`;
}

/** The text of a list, a few items at a time. */
export function* listTexts<Item>(items: readonly Item[], write: (item: Item) => object): Generator<string> {
  yield '[';
  for (let start = 0; start < items.length; start += SEGMENTS_PER_TEXT) {
    const texts = items.slice(start, start + SEGMENTS_PER_TEXT).map((item) => JSON.stringify(write(item)));
    yield start === 0 ? texts.join(',') : `,${texts.join(',')}`;
  }
  yield ']';
}

export function writtenSegment(segment: Segment): PlanSegment {
  const { from, to, target, offset, lo, hi, reserveImport, reserveExport, because, issues } = segment;
  return {
    from: instantText(from),
    to: instantText(to),
    target: toMilliwattsOrNull(target),
    offset: toMilliwattsOrNull(offset),
    lo: toMilliwattsOrNull(lo),
    hi: toMilliwattsOrNull(hi),
    reserveImport: toMilliwattsOrNull(reserveImport),
    reserveExport: toMilliwattsOrNull(reserveExport),
    because: because.map(({ source, delta, after, order }) => {
      const step = { source, delta: toMilliwatts(delta), after: toMilliwatts(after) };
      return order === undefined ? step : { ...step, order: writtenOrder(order) };
    }),
    issues: issues.map(({ code, amount, at }) => ({
      code,
      amount,
      ...(at === undefined ? {} : { at: instantText(at) }),
    })),
  };
}

function writtenOrder({ poolId, service, sequence, validUntil }: PoolOrder): NonNullable<PlanStep['order']> {
  return { poolId, service, sequence, validUntil: instantText(validUntil) };
}

export function writtenBessSegment(segment: Segment<BessSituation>): BessPlanSegment {
  return { ...writtenSegment(segment), optimalSocPcnt: segment.optimalSocPercent };
}

function writtenEnergy({ knownUntil, unknownBecause, violation }: EnergyOutlook): PlanEnergy {
  return {
    knownUntil: instantTextOrNull(knownUntil),
    unknownBecause,
    violation:
      violation === null
        ? null
        : { at: instantText(violation.at), direction: violation.direction, missingkWh: violation.missingKwh },
  };
}
