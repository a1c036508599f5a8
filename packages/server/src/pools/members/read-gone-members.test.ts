import { beforeEach, describe, expect, it } from 'vitest';
import { marketOfTest, NOON, SITES } from '../../../testing/market-of-test.ts';
import { NORTH } from '../../../testing/members-from.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { signalAnswer } from '../signals/signal-answer.ts';

describe.each(STORE_KINDS)('a member that is cut off and leaves its pool, on %s', (kind) => {
  const [left, stays] = SITES;
  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    await market.pool({ members: [100, 100] });
    await market.asked(90);
    await market.silent(left);
    market.clock.now += 300;
    await market.pool({ members: [stays] });
  });

  async function dividedAgain(ms: number) {
    const again = await market.again(ms);
    if (again.kind !== 'put') throw new Error(again.kind);
    expect([...again.division.shares]).toMatchObject([[stays, { watts: 90_000 }]]);
    return again;
  }

  it('counts with its last order, also for the signals that follow, until that ends', async () => {
    expect(await market.again(500)).toEqual({ kind: 'same', nextLeaseEndAt: NOON + 12_000 });
    const second = await market.asked(90, { ms: 8_000 });
    expect(second.shares.get(left)).toMatchObject({ watts: 0, follows: 45_000, because: 'offline' });
    expect(second.shares.get(stays)).toMatchObject({ watts: 45_000 });
    const reasons = [{ because: 'offline', members: 1 }];
    expect(signalAnswer(NORTH, second)).toMatchObject({ orderedkW: 45, followedkW: 45, reasons });
    expect(await market.again(11_999)).toMatchObject({ kind: 'same' });
    await dividedAgain(12_000);
  });

  it('is told that its order has ended once it is back, and counts no more', async () => {
    const board = market.board();
    await board.refresh({ poolId: NORTH.poolId });
    await market.back(left);
    const back = await dividedAgain(5_000);
    board.put(back.pool, back.division);
    expect(board.of(left)).toMatchObject([{ validUntil: NOON + 5_000 }]);
  });
});
