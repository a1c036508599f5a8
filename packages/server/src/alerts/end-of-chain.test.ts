import { expect, it } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { endOfChain } from './alerts-room.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2030-01-01T00:00:00Z');

it('is when the first certificate of a chain ends, whatever comes first in the file', async () => {
  const [early, late] = [await makeCertificate(NOW, ['early']), await makeCertificate(NOW + 10 * DAY_MS, ['late'])];
  const end = endOfChain(early.cert);
  expect(end).toBe(NOW + 365 * DAY_MS);
  expect(endOfChain(late.cert)).toBe(end + 10 * DAY_MS);
  expect(endOfChain(`${late.cert}\n${early.cert}`)).toBe(end);
});
