import type { ClientId, SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfTests } from '../../testing/open-test-store.ts';
import { addRateCounts } from './add-rate-counts.ts';
import { createWriteQuota, type WriteQuota } from './write-quota.ts';
import { createRateLimit } from './rate-limit.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const CLIENT = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const OTHER = '00000000-0000-4000-8000-000000000002' as string as SiteId;
const HERE = { clientId: CLIENT, siteId: SITE };

describe('the share of history', () => {
  it('is of one client, on one site, in one day', () => {
    const clock = { now: NOON };
    const share = createWriteQuota({ bytesPerDay: 100, now: () => clock.now });
    share.add(HERE, 99);
    expect(share.refusal(HERE)).toBeUndefined();
    share.add(HERE, 1);
    expect(share.refusal(HERE)).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 12 * 3_600 });
    expect(share.refusal({ ...HERE, siteId: OTHER })).toBeUndefined();
    expect(share.refusal({ clientId: CLIENT, siteId: null })).toBeUndefined();
    clock.now += 12 * 3_600_000;
    expect(share.refusal(HERE)).toBeUndefined();
  });

  it('is twice as large for what only clears, so that a site can be freed of what was set', () => {
    const share = createWriteQuota({ bytesPerDay: 100, now: () => NOON });
    share.add(HERE, 199);
    expect(share.refusal(HERE, true)).toBeUndefined();
    share.add(HERE, 1);
    expect(share.refusal(HERE, true)).toBeDefined();
  });

  it('is told of at first, and then in parts: not for each batch of a portfolio', () => {
    const share = createWriteQuota({ bytesPerDay: 64_000, now: () => NOON });
    const told = () => share.untold().counts.map(({ count }) => count);
    share.add(HERE, 10);
    expect(told()).toEqual([10]);
    share.add(HERE, 900);
    expect(told()).toEqual([]);
    share.add(HERE, 100);
    expect(told()).toEqual([1_000]);
  });
});

describe.each(STORE_KINDS)('the share of history, on %s', async (storeKind) => {
  const opened = await storeOfTests(storeKind);

  async function share(one: WriteQuota): Promise<void> {
    one.learn(await opened.store.write(addRateCounts, one.untold()));
  }

  it('holds for all nodes together, and again after a restart', async () => {
    const now = () => NOON;
    const quota = () => createWriteQuota({ bytesPerDay: 64_000, now });
    const [first, second] = [quota(), quota()];
    first.add(HERE, 40_000);
    await share(first);
    second.add(HERE, 30_000);
    await share(second);
    expect(second.refusal(HERE)).toBeDefined();
    const restarted = quota();
    restarted.add(HERE, 1);
    expect(restarted.refusal(HERE)).toBeUndefined();
    await share(restarted);
    expect(restarted.refusal(HERE)).toBeDefined();
  });

  it('is kept until its day is over, whatever is forgotten of minutes', async () => {
    const clock = { now: NOON };
    const now = () => clock.now;
    const share1 = createWriteQuota({ bytesPerDay: 64_000, now });
    share1.add({ ...HERE, siteId: OTHER }, 64_000);
    await share(share1);
    const limit = createRateLimit({ perMinute: 1, now });
    clock.now += 11 * 3_600_000;
    limit.take('address');
    await opened.store.write(addRateCounts, limit.untold());
    const rows = () => opened.query('SELECT count FROM rate_count WHERE count >= 64000');
    await expect(rows()).resolves.toHaveLength(2);
    clock.now += 2 * 3_600_000;
    limit.take('address');
    await opened.store.write(addRateCounts, limit.untold());
    await expect(rows()).resolves.toHaveLength(0);
  });
});
