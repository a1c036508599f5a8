import { expect, it } from 'vitest';
import { createBodyBytes } from './body-bytes.ts';

it('bounds what is under way of one caller, until it is worked off', () => {
  const bodies = createBodyBytes({ bytesOfCaller: 100, bytesOfAll: 1_000 });
  const [first, second] = [bodies.begin('a'), bodies.begin('a')];
  first.add(60);
  expect(() => second.add(50)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  second.end();
  expect(() => bodies.begin('b').add(60)).not.toThrow();
  first.end();
  first.end();
  expect(bodies.total()).toBe(60);
  expect(() => bodies.begin('a').add(100)).not.toThrow();
});

it('bounds what is under way of all, at the cost of who has the most', () => {
  const bodies = createBodyBytes({ bytesOfCaller: 1_000, bytesOfAll: 100 });
  const heavy = bodies.begin('heavy');
  heavy.add(95);
  const light = bodies.begin('light');
  expect(() => light.add(40)).not.toThrow();
  expect(() => heavy.add(1)).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
  heavy.end();
  expect(bodies.total()).toBe(40);
});
