import { describe, expect, it } from 'vitest';
import { renewedToken } from './token-source.ts';

function issuer(lifetimeSeconds: number) {
  let issued = 0;
  return {
    count: () => issued,
    issue: () => {
      issued += 1;
      return Promise.resolve({
        access_token: `token-${issued}`,
        token_type: 'Bearer' as const,
        expires_in: lifetimeSeconds,
        scope: 'sites:read',
      });
    },
  };
}

describe('a renewed token', () => {
  it('is kept until a minute before its end, or for four fifths of a short life', async () => {
    for (const [lifetime, lastGoodAt, renewedAt] of [
      [3_600, 3_539_999, 3_540_000],
      [60, 47_999, 48_000],
    ] as const) {
      let now = 0;
      const source = renewedToken(issuer(lifetime).issue, () => now);
      expect(await source.current()).toBe('token-1');
      now = lastGoodAt;
      expect(await source.current()).toBe('token-1');
      now = renewedAt;
      expect(await source.current()).toBe('token-2');
    }
  });

  it('is asked for once, however many wait for it', async () => {
    const { issue, count } = issuer(60);
    const source = renewedToken(issue, () => 0);
    const tokens = await Promise.all([source.current(), source.current(), source.current()]);
    expect(tokens).toEqual(['token-1', 'token-1', 'token-1']);
    expect(count()).toBe(1);
  });

  it('is asked for again after a failure', async () => {
    const { issue } = issuer(60);
    let isDown = true;
    const source = renewedToken(
      () => (isDown ? Promise.reject(new Error('down')) : issue()),
      () => 0,
    );
    await expect(source.current()).rejects.toThrow('down');
    isDown = false;
    await expect(source.current()).resolves.toBe('token-1');
  });

  it('is not dropped when an older one is discarded', async () => {
    const source = renewedToken(issuer(60).issue, () => 0);
    const first = await source.current();
    source.discard(first);
    expect(await source.current()).toBe('token-2');
    source.discard(first);
    expect(await source.current()).toBe('token-2');
  });
});
