import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryContext, entryDelivery } from './command-deliveries.ts';

// An entry from 10 to 20, set at 5. `applied` is when the controller first had it, and still has it.
const ENTRY = { startMs: 10, endMs: 20, value: 100, firstVersion: 3, firstSetAt: 5 };

interface Row {
  readonly now: number;
  readonly applied?: number;
  readonly lost?: true;
  readonly offline?: true;
  readonly stopped?: EntryContext['stopped'];
  readonly setAt?: number;
  readonly release?: EntryContext['release'];
}

function stateOf({ now, applied, lost, offline, stopped = null, setAt = 5, release }: Row): string {
  const firstAppliedAt = applied ?? null;
  const isApplied = firstAppliedAt !== null && lost === undefined;
  const context = { now, isOnline: offline === undefined, firstAppliedAt, isApplied, stopped, release };
  const { state, isLate } = entryDelivery({ ...ENTRY, firstSetAt: setAt }, context);
  return isLate ? `${state} late` : String(state);
}

describe('an entry', () => {
  it.each<[string, Row]>([
    //                       10 |========| 20
    ['scheduled', { now: 6 }],
    // A hold that is over: what ended meanwhile was not carried out to its end.
    ['held', { now: 30, applied: 6, release: { heldAt: 15, releasedAt: 20 } }],
    ['completed', { now: 30, applied: 6, release: { heldAt: 12, releasedAt: 19 } }],
    ['completed', { now: 30, applied: 6, release: { heldAt: 20, releasedAt: 25 } }],
    ['scheduled', { now: 9, applied: 6 }],
    ['executing', { now: 10, applied: 6 }],
    ['executing', { now: 19, applied: 10 }],
    ['executing_assumed', { now: 12, applied: 6, offline: true }],
    ['completed', { now: 20, applied: 6 }],
    ['completed', { now: 99, applied: 6, lost: true }],
    ['executing late', { now: 15, applied: 11 }],
    ['completed late', { now: 20, applied: 19 }],
    // The controller does not have it yet, or no longer.
    ['scheduled', { now: 15 }],
    ['missed', { now: 20 }],
    ['missed', { now: 25, applied: 20 }],
    // Ended by something else than the clock.
    ['superseded', { now: 30, applied: 6, stopped: { state: 'superseded', at: 19 } }],
    ['completed', { now: 30, applied: 6, stopped: { state: 'superseded', at: 20 } }],
    ['held', { now: 8, applied: 6, stopped: { state: 'held', at: 7 } }],
    ['rejected', { now: 30, applied: 6, stopped: { state: 'rejected', at: 6 } }],
    // Set when it had begun, and when it had ended.
    ['executing late', { now: 16, applied: 15, setAt: 14 }],
    ['null', { now: 30, setAt: 20 }],
  ])('is %s: %o', (state, row) => {
    expect(stateOf(row)).toBe(state);
  });

  it('never goes back while time goes on', () => {
    const rank = { scheduled: 0, executing: 1, executing_assumed: 1, completed: 2, missed: 2 };
    const instant = fc.nat(30);
    fc.assert(
      fc.property(fc.option(instant), fc.array(instant), fc.array(fc.boolean()), (appliedAt, times, onlines) => {
        const ranks = times
          .toSorted((one, other) => one - other)
          .map((now, index) => {
            const isApplied = appliedAt !== null && appliedAt <= now;
            const firstAppliedAt = isApplied ? appliedAt : null;
            const context = { now, isOnline: onlines[index] === true, firstAppliedAt, isApplied, stopped: null };
            const { state } = entryDelivery(ENTRY, context);
            return rank[state as keyof typeof rank];
          });
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
        expect(ranks).not.toContain(undefined);
      }),
    );
  });
});
