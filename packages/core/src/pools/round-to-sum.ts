import { columnOf, placesWhere, sumOf } from './column-of.ts';
import { leastEnough } from './least-enough.ts';

/**
 * Whole numbers that stand for these and have exactly this sum: each rounded down, and what is missing given one by one to
 * those that lost most by it. None exceeds its most; the sum of all of them must reach the sum.
 */
export function roundToSum(sum: number, exact: Float64Array, most: Float64Array): Float64Array {
  const rounded = columnOf(exact, (value, index) => Math.min(Math.floor(value), most[index] ?? 0));
  let missing = sum - sumOf(rounded);
  // Doubles may be off by a watt, so that one round too many or too few is seen.
  while (missing > 0) {
    const given = giveOneEach(missing, rounded, { exact, most });
    if (given === 0) throw new Error('more is shared out than all can take');
    missing -= given;
  }
  for (let index = 0; missing < 0 && index < rounded.length; index += 1) {
    const taken = Math.min(-missing, rounded[index] ?? 0);
    rounded[index] = (rounded[index] ?? 0) - taken;
    missing += taken;
  }
  return rounded;
}

/** One more to so many of those that have room: first to those that lost most, among equals to those that stand first. */
function giveOneEach(
  count: number,
  rounded: Float64Array,
  { exact, most }: { readonly exact: Float64Array; readonly most: Float64Array },
): number {
  const open = placesWhere(rounded.length, (index) => (rounded[index] ?? 0) < (most[index] ?? 0));
  const lost = columnOf(open, (index) => (exact[index] ?? 0) - (rounded[index] ?? 0));
  const { least } = leastEnough(lost, (loss) => countAbove(lost, loss) < count);
  let left = count;
  const giveWhere = (isNext: (loss: number) => boolean) => {
    for (let place = 0; left > 0 && place < open.length; place += 1) {
      if (isNext(lost[place] ?? 0)) left -= giveOne(rounded, open[place] ?? 0);
    }
  };
  giveWhere((loss) => loss > least);
  giveWhere((loss) => loss === least);
  return count - left;
}

function countAbove(values: Float64Array, bound: number): number {
  let count = 0;
  for (let index = 0; index < values.length; index += 1) if ((values[index] ?? 0) > bound) count += 1;
  return count;
}

function giveOne(rounded: Float64Array, index: number): 1 {
  rounded[index] = (rounded[index] ?? 0) + 1;
  return 1;
}
