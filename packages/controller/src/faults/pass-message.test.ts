import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activeFaults, type Fault } from '../plant/fault.ts';
import { seededRandom } from '../plant/seeded-random.ts';
import { type LinkState, passMessage } from './pass-message.ts';

const sent = Array.from({ length: 1000 }, (_, index) => ({ atMs: index, message: index }));
const all = sent.map(({ message }) => message);
const whole = { atMs: 0, forMs: 1000 };

test('a link without faults carries everything in order', () => {
  expect(carry([])).toEqual(all);
});

test('dropping loses its share of the messages and keeps the order', () => {
  const arrived = carry([{ ...whole, kind: 'drop', probability: 0.3 }]);
  expect(arrived.length).toBeGreaterThan(650);
  expect(arrived.length).toBeLessThan(750);
  expect(arrived).toEqual([...arrived].sort((a, b) => a - b));
  expect(carry([{ ...whole, kind: 'drop', probability: 1 }])).toEqual([]);
});

test('a half-open link loses just what is sent meanwhile', () => {
  expect(carry([{ kind: 'half_open', atMs: 100, forMs: 200 }])).toEqual(all.filter((n) => n < 100 || n >= 300));
});

test('duplicates come twice, next to each other', () => {
  expect(carry([{ ...whole, kind: 'duplicate', probability: 1 }])).toEqual(all.flatMap((n) => [n, n]));
});

test('reordering loses nothing, and the link is in order again afterwards', () => {
  const arrived = carry([{ kind: 'reorder', atMs: 0, forMs: 500, depth: 5 }]);
  expect([...arrived].sort((a, b) => a - b)).toEqual(all);
  expect(arrived).not.toEqual(all);
  expect(arrived.slice(501)).toEqual(all.slice(501));
});

test('the same seed gives the same arrivals, another seed others', () => {
  const schedule: Fault[] = [
    { ...whole, kind: 'drop', probability: 0.2 },
    { ...whole, kind: 'duplicate', probability: 0.2 },
    { ...whole, kind: 'reorder', depth: 4 },
  ];
  expect(carry(schedule, 3)).toEqual(carry(schedule, 3));
  expect(carry(schedule, 3)).not.toEqual(carry(schedule, 4));
});

const anyWindow = { atMs: fc.integer({ min: 0, max: 900 }), forMs: fc.integer({ min: 0, max: 900 }) };
const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    ...anyWindow,
    kind: fc.constant('duplicate' as const),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ ...anyWindow, kind: fc.constant('reorder' as const), depth: fc.integer({ min: 0, max: 10 }) }),
);

test('with any duplicates and reordering, every message arrives at least once and nothing is invented', () => {
  const losesNothing = (schedule: Fault[], seed: number): void => {
    expect([...new Set(carry(schedule, seed))].sort((a, b) => a - b)).toEqual(all);
  };
  fc.assert(fc.property(fc.array(anyFault, { maxLength: 6 }), fc.integer(), losesNothing), { numRuns: 50 });
});

/** What arrives of all messages; what the link holds back at the end arrives then. */
function carry(schedule: readonly Fault[], seed = 1): number[] {
  const random = seededRandom(seed, 'link');
  let link: LinkState<number> = { held: [] };
  const arrived: number[] = [];
  for (const { atMs, message } of sent) {
    const step = passMessage(link, message, { faults: activeFaults(schedule, atMs), random });
    link = step.link;
    arrived.push(...step.delivered);
  }
  return [...arrived, ...link.held];
}
