import { fcrPair } from '../plan/fcr-pair.ts';
import type { Segment } from '../plan/segment.ts';
import { firstIndex } from '../time/first-index.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';

/** The range an asset should stay in over a stretch of time, allowing for ramps and frequency response. */
export interface TargetBand {
  readonly meanKw: number;
  readonly lowKw: number;
  readonly highKw: number;
}

export interface BandInput {
  /** The segments of the plan, in order and without gaps. */
  readonly segments: readonly Segment[];
  readonly commands: Commands;
  readonly asset: 'grid' | 'bess';
  readonly rampMs: number;
}

/** The band of a stretch; undefined if there is no target for half of it or more. */
export function targetBand(input: BandInput, fromMs: number, toMs: number): TargetBand | undefined {
  let [judgedMs, mean, low, high] = [0, 0, 0, 0];
  for (const part of partsOf(input, fromMs, toMs)) {
    const lengthMs = part.toMs - part.fromMs;
    judgedMs += lengthMs;
    mean += part.targetKw * lengthMs;
    low += part.lowKw * lengthMs;
    high += part.highKw * lengthMs;
  }
  if (judgedMs * 2 <= toMs - fromMs) return undefined;
  return { meanKw: mean / judgedMs, lowKw: low / judgedMs, highKw: high / judgedMs };
}

interface Part {
  readonly fromMs: number;
  readonly toMs: number;
  readonly targetKw: number;
  readonly lowKw: number;
  readonly highKw: number;
}

//  target   ____|‾‾‾‾‾‾‾‾‾      From a change to the end of its ramp,
//  low      ________|‾‾‾‾‾      the old target, the new one
//  high     ____|‾‾‾‾‾‾‾‾‾      and everything in between are right.
function* partsOf(input: BandInput, fromMs: number, toMs: number): Generator<Part> {
  const { segments, rampMs } = input;
  const near = overlapping(segments, fromMs - rampMs, toMs);
  const edges = near.flatMap(({ from }) => [from, from + rampMs]).filter((at) => at > fromMs && at < toMs);
  const instants = [fromMs, ...edges.sort((one, other) => one - other), toMs];
  for (let index = 0; index + 1 < instants.length; index += 1) {
    const [start = toMs, end = toMs] = instants.slice(index, index + 2);
    const targets = overlapping(near, start - rampMs + 1, start + 1).map(({ target }) => target);
    const targetKw = targets.at(-1);
    // Where a site follows its own mode, its power is unknown, and so is the ramp from there.
    if (end <= start || targetKw == null || targets.includes(null)) continue;
    const response = fcrPair(valuesAt(input.commands, start), input.asset);
    const known = targets.map((target) => target ?? targetKw);
    const [lowKw, highKw] = [Math.min(...known) - response.lessKw, Math.max(...known) + response.moreKw];
    yield { fromMs: start, toMs: end, targetKw, lowKw, highKw };
  }
}

function overlapping(segments: readonly Segment[], fromMs: number, toMs: number): Segment[] {
  const found: Segment[] = [];
  for (let index = firstIndex(segments, ({ to }) => to > fromMs); index < segments.length; index += 1) {
    const segment = segments[index];
    if (segment === undefined || segment.from >= toMs) break;
    found.push(segment);
  }
  return found;
}
