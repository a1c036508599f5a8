import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atInstant } from './at-instant.ts';

const DAY_MS = 86_400_000;

describe('at an instant', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const now = () => Date.now();

  it('acts once it has come, even if that is further away than timers reach', () => {
    let acted = 0;
    atInstant(60 * DAY_MS, () => (acted += 1), { now });
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(acted).toBe(0);
    vi.advanceTimersByTime(60 * DAY_MS);
    expect(acted).toBe(1);
  });

  it('acts no more once it is called off', () => {
    let acted = 0;
    const callOff = atInstant(60 * DAY_MS, () => (acted += 1), { now });
    vi.advanceTimersByTime(30 * DAY_MS);
    callOff();
    vi.advanceTimersByTime(60 * DAY_MS);
    expect(acted).toBe(0);
  });
});
