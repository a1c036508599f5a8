import { firstIndex } from '../time/first-index.ts';
import { columnOf, placesWhere } from './column-of.ts';

// Each halves what has to be sorted.
const HALVINGS = 14;

/** Where something becomes enough: not yet at `below`, and at `least`; no value is between them. */
interface Threshold {
  readonly below: number;
  readonly least: number;
}

/** The least of the values that is enough, where a greater one always is. Without any, the greatest stands on both sides. */
export function leastEnough(values: Float64Array, isEnough: (value: number) => boolean): Threshold {
  let [low, high] = rangeOf(values);
  if (isEnough(low)) return { below: low, least: low };
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  const near = columnOf(
    placesWhere(values.length, (index) => (values[index] ?? 0) > low && (values[index] ?? 0) <= high),
    (index) => values[index] ?? 0,
  ).sort();
  const first = firstIndex(near, isEnough);
  return { below: near[first - 1] ?? low, least: near[first] ?? high };
}

function rangeOf(values: Float64Array): [number, number] {
  let [low, high] = [values[0] ?? 0, values[0] ?? 0];
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
