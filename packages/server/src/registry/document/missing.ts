import type { Grant } from '@setpoint/contract';
import { instantText, parseInstant } from '@setpoint/core';

/** What is wanted and not there yet, each once. */
export function missing<Item extends object>(wanted: readonly Item[], present: readonly Item[]): Item[] {
  const byName = new Map(wanted.map((item) => [nameOf(item), item]));
  for (const item of present) byName.delete(nameOf(item));
  return [...byName.values()];
}

// Fields may stand in any order.
function nameOf(item: object): string {
  return JSON.stringify(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

type Where = Partial<Pick<Grant, 'siteId' | 'poolId' | 'endsAt'>>;

/** A document may write an id in capitals and an instant in any zone; the store does not. */
export function asStored<Given extends Where>(given: Given): Given {
  const { siteId, poolId, endsAt } = given;
  const end = endsAt === undefined ? undefined : parseInstant(endsAt);
  return {
    ...given,
    ...(siteId === undefined ? {} : { siteId: siteId.toLowerCase() }),
    ...(poolId === undefined ? {} : { poolId: poolId.toLowerCase() }),
    ...(end === undefined ? {} : { endsAt: instantText(end) }),
  };
}

/** What a grant or a role is for, in words. */
export function grantedText({ siteId, poolId }: Where): string {
  return siteId ?? (poolId === undefined ? 'all sites' : `the pool ${poolId}`);
}

export function untilText(endsAt: string | undefined): string {
  return endsAt === undefined ? '' : ` until ${endsAt}`;
}
