import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

it.each([
  [0, '0 batches'],
  [1, '1 batch'],
  [12, '12 batches'],
])('%i is "%s"', (count, text) => {
  expect(countText(count, 'batch', 'batches')).toBe(text);
});
