import { expect, it } from 'vitest';
import { judgeFigure, verdictText } from './judge-figure.ts';

it.each([
  ['eventLoopDelayMs', 100, 'good'],
  ['eventLoopDelayMs', 101, 'near'],
  ['eventLoopDelayMs', 200, 'near'],
  ['eventLoopDelayMs', 201, 'bad'],
  ['commitMs', 251, 'bad'],
  ['waitingWrites', 0, 'good'],
  ['waitingWrites', 1_001, 'bad'],
] as const)('a figure is judged by the alerts: %s of %d is %s', (figure, value, verdict) => {
  expect(judgeFigure(figure, value)).toBe(verdict);
});

it('a verdict names its threshold, and there is none of what is not known', () => {
  expect(verdictText('eventLoopDelayMs', 12)).toBe('✓ normal, alert above 200 ms');
  expect(verdictText('waitingWrites', 600)).toBe('! high, alert above 1,000');
  expect(verdictText('writeMs', 300)).toBe('✕ too high: more than 250 ms');
  expect(verdictText('commitMs', null)).toBeUndefined();
});
