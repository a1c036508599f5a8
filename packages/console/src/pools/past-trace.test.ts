import { expect, it } from 'vitest';
import { pastTrace } from './past-trace.ts';

const NOW = Date.parse('2030-01-01T10:00:00Z');

function signal(fromSeconds: number, toSeconds: number, kW: number) {
  const text = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
  return { at: text(fromSeconds), validUntil: text(toSeconds), kW, orderedkW: kW - 1, followedkW: 0, missedkW: 0 };
}

function drawn(...signals: ReturnType<typeof signal>[]) {
  const [seconds, asked, ordered] = pastTrace(signals, NOW);
  return seconds.map((second, index) => [second - NOW / 1_000, asked[index], ordered[index]]);
}

it('a signal lasts until the next, and nothing is asked for after its end', () => {
  expect(drawn(signal(-20, 40, 70), signal(-100, -50, 60), signal(-120, -60, 50))).toEqual([
    [-300, 0, 0],
    [-120, 50, 49],
    [-100, 60, 59],
    [-50, 0, 0],
    [-20, 70, 69],
  ]);
});

it('one that was in force before reaches into the five minutes', () => {
  expect(drawn(signal(-400, -100, 80))).toEqual([
    [-400, 80, 79],
    [-100, 0, 0],
  ]);
});

it('without signals nothing was asked for', () => {
  expect(drawn()).toEqual([[-300, 0, 0]]);
});
