import { expect } from 'vitest';
import { soon } from './asking-of.ts';

const FIRST_MS = 200;

/**
 * For tests: gives something that ends soon, and resolves with when. A busy machine may be so late with it that it
 * would have ended before, which is refused: then it gets twice as long.
 */
export async function endingSoon(give: (endsAt: string) => Promise<number>): Promise<string> {
  for (let ms = FIRST_MS; ; ms *= 2) {
    const endsAt = soon(ms);
    const status = await give(endsAt);
    if (status === 400 && Date.now() >= Date.parse(endsAt)) continue;
    expect(status).toBeLessThan(300);
    return endsAt;
  }
}
