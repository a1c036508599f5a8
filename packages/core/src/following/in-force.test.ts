import { describe, expect, it } from 'vitest';
import { clock } from '../../testing/draw-commands.ts';
import { inForceOf, withoutTime } from './in-force.ts';

const text = (...entries: readonly (readonly [from: string, to: string, value: number])[]) =>
  JSON.stringify({
    asset: 'grid',
    type: 'activePowerkW',
    entries: entries.map(([from, to, value]) => ({
      startAt: new Date(clock(from)).toISOString(),
      endAt: new Date(clock(to)).toISOString(),
      value,
    })),
  });

function drawn(pieces: ReturnType<typeof inForceOf>): string[] {
  const shown = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  return pieces.map(
    ({ startMs, endMs, value, entry }) =>
      `${shown(startMs)}-${shown(endMs)} ${value} of ${shown(entry.startMs)}-${shown(entry.endMs)}`,
  );
}

describe('what was in force', () => {
  const HOUR = text(['10', '11', 100]);

  it('is an entry from when it was set to when it was replaced', () => {
    const standings = [
      { fromMs: clock('10:15'), text: HOUR },
      { fromMs: clock('10:30'), text: text(['10', '11', 50], ['11', '12', 20]) },
      { fromMs: clock('11:30'), text: null },
    ];
    expect(drawn(inForceOf(standings))).toEqual([
      '10:15-10:30 100 of 10:00-11:00',
      '10:30-11:00 50 of 10:00-11:00',
      '11:00-11:30 20 of 11:00-12:00',
    ]);
  });

  it('is not what was set when it was over', () => {
    expect(inForceOf([{ fromMs: clock('11'), text: HOUR }])).toEqual([]);
  });

  it('goes on when the same entry is sent again', () => {
    const standings = ['09', '10:20', '10:40'].map((at) => ({ fromMs: clock(at), text: HOUR }));
    expect(drawn(inForceOf(standings))).toEqual(['10:00-11:00 100 of 10:00-11:00']);
  });

  it('is decided by the later version when the clock was set back', () => {
    const standings = [
      { fromMs: clock('10:30'), text: HOUR },
      { fromMs: clock('10:10'), text: text(['10', '11', 50]) },
    ];
    expect(drawn(inForceOf(standings))).toEqual(['10:10-11:00 50 of 10:00-11:00']);
  });

  it('is nothing while it was held', () => {
    const pieces = inForceOf([{ fromMs: clock('09'), text: HOUR }]);
    expect(drawn(withoutTime(pieces, clock('10:20'), clock('10:40')))).toEqual([
      '10:00-10:20 100 of 10:00-11:00',
      '10:40-11:00 100 of 10:00-11:00',
    ]);
    expect(withoutTime(pieces, clock('09'), Number.POSITIVE_INFINITY)).toEqual([]);
  });
});
