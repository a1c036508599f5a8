/**
 * Whole numbers that stand for these and have exactly this sum: each rounded down, and what is missing given one by one to
 * those that lost most by it. None exceeds its most; the sum of all of them must reach the sum.
 */
export function roundToSum(sum: number, exact: readonly number[], most: readonly number[]): number[] {
  const rounded = exact.map((value, index) => Math.min(Math.floor(value), most[index] ?? 0));
  let missing = sum - rounded.reduce((total, value) => total + value, 0);
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
  rounded: number[],
  { exact, most }: { readonly exact: readonly number[]; readonly most: readonly number[] },
): number {
  const lost = Float64Array.from(rounded, (value, index) => lossOf(value, exact[index] ?? 0, most[index] ?? 0));
  const least = lost.toSorted()[Math.max(0, lost.length - count)] ?? 0;
  let left = count;
  for (const [index, loss] of lost.entries()) if (loss > least) left -= giveOne(rounded, index);
  if (least === FULL) return count - left;
  for (let index = 0; left > 0 && index < lost.length; index += 1) {
    if (lost[index] === least) left -= giveOne(rounded, index);
  }
  return count - left;
}

function lossOf(rounded: number, exact: number, most: number): number {
  return rounded < most ? exact - rounded : FULL;
}

const FULL = Number.NEGATIVE_INFINITY;

function giveOne(rounded: number[], index: number): 1 {
  rounded[index] = (rounded[index] ?? 0) + 1;
  return 1;
}
