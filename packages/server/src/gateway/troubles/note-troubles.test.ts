import type { SiteId } from '@setpoint/contract';
import { type ClockReading, commandDeliveries } from '@setpoint/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { createSiteSignals, type SiteSignals } from '../../platform/site-signals.ts';
import { readDelivery } from '../../delivery/read-delivery.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { readRevision } from '../snapshots/read-schedule.ts';
import { instantOf, MINUTE, openSiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { acceptReport } from '../reports/accept-report.ts';

describe.each(STORE_KINDS)('what is wrong with what a controller sends, on %s', (kind) => {
  const troubles = () => site.troubles();
  const told = () => site.toldOfTroubles('code', 'asset', 'isOver', 'message');
  let signals: SiteSignals;
  let clockOffsets: Map<SiteId, readonly ClockReading[]>;

  const site = inEachTest(() => openSiteStory(kind));
  beforeEach(async () => {
    signals = createSiteSignals();
    clockOffsets = new Map();
  });

  afterEach(() => signals.stop());

  it('is told of a clock once it is off by more than two seconds, and when it was right for a minute', async () => {
    await report({ sequence: 1, aheadMs: 2_000 });
    await report({ sequence: 2, aheadMs: 90_000 });
    await report({ sequence: 3, aheadMs: 90_000, atMinute: 1 });
    await report({ sequence: 4, atMinute: 1.5 });
    expect(await troubles()).toEqual([{ code: 'clock_off', asset: null, since: new Date(TEN).toISOString() }]);
    await report({ sequence: 5, atMinute: 2 });
    expect(await troubles()).toEqual([]);
    expect(await told()).toEqual([
      ['clock_off', null, false, 'the clock of the controller is 90 s ahead'],
      ['clock_off', null, true, null],
    ]);
  });

  it('is told of a power that was measured and is no more, and of no other', async () => {
    await report({ sequence: 1, powers: { bess: 5, solar: undefined } });
    await report({ sequence: 2, powers: { bess: undefined, solar: undefined } });
    await report({ sequence: 3, powers: 'left out', atMinute: 5 });
    expect(await troubles()).toMatchObject([{ code: 'not_measured', asset: 'bess' }]);
    await report({ sequence: 4, powers: { bess: 5, solar: undefined }, atMinute: 5.5 });
    await report({ sequence: 5, powers: { bess: undefined, solar: undefined }, atMinute: 5.8 });
    await report({ sequence: 6, powers: { bess: 5, solar: undefined }, atMinute: 6.8 });
    expect(await told()).toEqual([
      ['not_measured', 'bess', false, 'the power of bess is not reported'],
      ['not_measured', 'bess', true, null],
    ]);
  });

  it('is told of a power that was never measured while something is asked of it, and then nothing is accepted', async () => {
    const solar = { solar: undefined, bess: 5 };
    await report({ sequence: 1, powers: solar });
    await ask({ fromMinute: 1, toMinute: 3 });
    await report({ sequence: 2, powers: solar, atMinute: 0.5 });
    expect(await troubles()).toEqual([]);
    await report({ sequence: 3, powers: solar, atMinute: 1 });
    expect([await troubles(), await stateOfCommand()]).toMatchObject([[{ asset: 'solar' }], 'accepted']);
    await report({ sequence: 4, powers: solar, atMinute: 2 });
    expect(await stateOfCommand()).toBe('unknown');
    await report({ sequence: 5, powers: { solar: 3, bess: 5 }, atMinute: 2.5 });
    expect(await stateOfCommand()).toBe('accepted');
    await report({ sequence: 6, powers: { solar: 3, bess: 5 }, atMinute: 4 });
    expect((await told()).map(([code, asset, isOver]) => [code, asset, isOver])).toEqual([
      ['not_measured', 'solar', false],
      ['not_measured', 'solar', true],
    ]);
  });

  it('is told no more of a power that was never measured once nothing is asked of it', async () => {
    await ask({ fromMinute: 0, toMinute: 1 });
    for (const [index, atMinute] of [0, 0.9, 1.5, 2].entries()) {
      await report({ sequence: index + 1, powers: { solar: undefined }, atMinute });
    }
    expect(await troubles()).toEqual([]);
  });

  async function ask({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }): Promise<void> {
    const entries = [{ startAt: instantOf(fromMinute), endAt: instantOf(toMinute), value: 50 }];
    await setSchedules(site.store, site.siteId, {
      now: site.clock.now,
      schedules: [{ asset: 'solar', type: 'solarCurtailmentPcnt', entries }],
    });
  }

  async function stateOfCommand() {
    const read = { siteId: site.siteId, now: site.clock.now, offlineAfterMs: 90_000 };
    const delivery = await site.store.read(readDelivery, read);
    return delivery && commandDeliveries(delivery.commands, delivery.facts)[0]?.state;
  }

  it('is told of reports that come twice or late, once for as long as they do', async () => {
    for (const sequence of [1, 1, 3, 2, 3, 4]) await report({ sequence });
    await report({ sequence: 4, atMinute: 0.5 });
    await report({ sequence: 5, atMinute: 1.25 });
    expect(await troubles()).toMatchObject([{ code: 'reports_dropped', asset: null }]);
    await report({ sequence: 6, atMinute: 1.5 });
    expect(await told()).toEqual([
      ['reports_dropped', null, false, 'a report came twice, or after a later one, and does not count'],
      ['reports_dropped', null, true, null],
    ]);
  });

  it('takes nothing for measured once its devices were left out for five minutes', async () => {
    await ask({ fromMinute: 0, toMinute: 20 });
    await report({ sequence: 1, powers: { solar: 3 } });
    await report({ sequence: 2, atMinute: 4.9 });
    expect(await troubles()).toEqual([]);
    await report({ sequence: 3, atMinute: 5 });
    await report({ sequence: 4, atMinute: 6 });
    expect([await troubles(), await stateOfCommand()]).toMatchObject([[{ asset: 'solar' }], 'unknown']);
    await report({ sequence: 5, powers: { solar: 3 }, atMinute: 6.5 });
    await report({ sequence: 6, powers: { solar: 3 }, atMinute: 7.5 });
    expect(await troubles()).toEqual([]);
  });

  interface Sent {
    readonly sequence: number;
    readonly aheadMs?: number;
    readonly powers?: Readonly<Record<string, number | undefined>> | 'left out';
    readonly atMinute?: number;
  }

  async function report({ sequence, aheadMs = 0, powers = 'left out', atMinute = 0 }: Sent): Promise<void> {
    site.clock.now = TEN + atMinute * MINUTE;
    const sentAt = new Date(site.clock.now + aheadMs).toISOString();
    const devices = powers === 'left out' ? {} : { devices: treeOf(powers) };
    const revision = (await site.store.read(readRevision, { siteId: site.siteId })) ?? '';
    const body = JSON.stringify({ session: 's', sequence, sentAt, schedule: { revision, rejected: [] }, ...devices });
    const now = () => site.clock.now;
    const metrics = gatewayMetrics(createMetrics());
    const accepting = { store: site.store, signals, metrics, now, clockOffsets };
    const accepted = await acceptReport(accepting, site.siteId, { bytes: Buffer.from(body), receivedAt: now() });
    expect(accepted.kind).toBe('accepted');
  }
});

function treeOf(powers: Readonly<Record<string, number | undefined>>) {
  const rated = { node_type: 'Device', rated_power_upper_limit_kW: 9, rated_power_lower_limit_kW: -9, children: [] };
  return {
    uid: 'site',
    node_type: 'Dispatcher',
    device_type: 'site',
    children: Object.entries(powers).map(([kind, power]) => ({
      ...rated,
      uid: kind,
      device_type: kind,
      ...(power === undefined ? {} : { active_power_kw: power }),
    })),
  };
}
