import type { HeadroomSums } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';
import type { KindId } from './kinds.ts';

/** How many of the sites the figures of a kind add up, and what a + after one means. */
export function coverageText(sum: readonly HeadroomSums[], kind: KindId, asked: number): string {
  const [fewest] = sum.map(({ [kind]: one }) => one.sites + one.unbounded).toSorted((one, other) => one - other);
  const known = fewest ?? 0;
  const unbounded = Math.max(0, ...sum.map(({ [kind]: one }) => one.unbounded));
  const covered =
    known === asked
      ? `Sum of ${countText(asked, 'site')}.`
      : `Sum of ${known.toLocaleString('en')} of ${countText(asked, 'site')}: the others have no setpoint.`;
  if (unbounded === 0) return covered;
  return `${covered} Nothing limits ${countText(unbounded, 'site')}: a + marks sums without ${unbounded === 1 ? 'it' : 'them'}.`;
}
