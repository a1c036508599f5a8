import type { PoolSuppliedSlot } from '@setpoint/contract';
import { instantText, type SuppliedSlot } from '@setpoint/core';
import { toThousandths } from '../../wire/to-thousandths.ts';

interface Sum {
  readonly toMs: number;
  orderedKw: number;
  suppliedKw: number;
  members: number;
  unknown: number;
}

/** Adds up what the members of a pool were asked for and supplied, slot by slot. */
export function sumSupplied() {
  const sums = new Map<number, Sum>();
  return {
    add(slots: readonly SuppliedSlot[]): void {
      for (const { fromMs, toMs, orderedKw, suppliedKw } of slots) {
        const sum = sums.get(fromMs) ?? { toMs, orderedKw: 0, suppliedKw: 0, members: 0, unknown: 0 };
        sums.set(fromMs, sum);
        sum.orderedKw += orderedKw;
        sum.suppliedKw += suppliedKw ?? 0;
        if (suppliedKw === null) sum.unknown += 1;
        else sum.members += 1;
      }
    },
    slots(): PoolSuppliedSlot[] {
      const inOrder = [...sums].toSorted(([one], [other]) => one - other);
      return inOrder.map(([fromMs, { toMs, orderedKw, suppliedKw, members, unknown }]) => ({
        startAt: instantText(fromMs),
        endAt: instantText(toMs),
        orderedkW: toThousandths(orderedKw),
        suppliedkW: members === 0 ? null : toThousandths(suppliedKw),
        members,
        unknown,
      }));
    },
  };
}
