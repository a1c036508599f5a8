import { isSameSituation } from './is-same-situation.ts';
import type { Segment, Situation } from './segment.ts';

/** A stretch of time throughout which two plans differ, and what each of them has there. */
export interface PlanChange<Held extends Situation = Situation> {
  readonly from: number;
  readonly to: number;
  readonly before: readonly Segment<Held>[];
  readonly after: readonly Segment<Held>[];
}

type Part<Held extends Situation> = Segment<Held> & { to: number };

interface OpenChange<Held extends Situation> extends PlanChange<Held> {
  to: number;
  readonly before: Part<Held>[];
  readonly after: Part<Held>[];
}

/** Where two plans of the same window differ; neither has gaps. */
export function changesBetween<Held extends Situation>(
  before: readonly Segment<Held>[],
  after: readonly Segment<Held>[],
): PlanChange<Held>[] {
  const changes: OpenChange<Held>[] = [];
  let [index, otherIndex] = [0, 0];
  for (;;) {
    const [one, other] = [before[index], after[otherIndex]];
    if (one === undefined || other === undefined) return changes;
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (!isSameSituation(one, other)) {
      const change = openAt(changes, from);
      change.to = to;
      addPart(change.before, one, { from, to });
      addPart(change.after, other, { from, to });
    }
    if (one.to === to) index += 1;
    if (other.to === to) otherIndex += 1;
  }
}

function openAt<Held extends Situation>(changes: OpenChange<Held>[], from: number): OpenChange<Held> {
  const last = changes.at(-1);
  if (last?.to === from) return last;
  const change = { from, to: from, before: [], after: [] };
  changes.push(change);
  return change;
}

// Neighbours in a plan differ, so an equal one is the same segment met again.
function addPart<Held extends Situation>(parts: Part<Held>[], segment: Segment<Held>, cut: Cut): void {
  const last = parts.at(-1);
  if (last !== undefined && isSameSituation(last, segment)) last.to = cut.to;
  else parts.push({ ...segment, ...cut });
}

type Cut = Pick<PlanChange, 'from' | 'to'>;
