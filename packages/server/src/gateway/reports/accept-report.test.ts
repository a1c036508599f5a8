import type { SiteId } from '@setpoint/contract';
import type { PublishPacket } from 'aedes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { newSite } from '../../../testing/new-site.ts';
import { kindOfRun, storeOfEachTest } from '../../../testing/open-test-store.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { createReportInbox } from './report-inbox.ts';
import { type ReportAccepting, acceptReport } from './accept-report.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const NOW = Date.UTC(2030, 0, 1, 10);

let accepting: ReportAccepting;
let now: number;

const opened = storeOfEachTest(kindOfRun());
beforeEach(async () => {
  now = NOW;
  const metrics = gatewayMetrics(createMetrics());
  accepting = { store: opened.store, signals: createSiteSignals(), metrics, now: () => now, clockOffsets: new Map() };
  await newSite(opened.store, now, { siteId: SITE, siteName: 'Nordhafen' });
});
afterEach(() => accepting.signals.stop());

describe('a report', () => {
  /** What is kept of a report, by the names of its columns. */
  async function keptOf(changes: object, ...columns: readonly string[]): Promise<unknown[]> {
    const report = { session: 's', sequence: 1, sentAt: new Date(now).toISOString(), schedule: null, ...changes };
    const came = { bytes: Buffer.from(JSON.stringify(report)), receivedAt: now };
    expect(await acceptReport(accepting, SITE, came)).toMatchObject({ kind: 'accepted' });
    const [row] = await opened.query(`SELECT ${columns.join()} FROM site_state`);
    return columns.map((column) => JSON.parse(String(row?.[column])) as unknown);
  }

  it('may have codes of its own, and commands of a later version', async () => {
    const own = { asset: 'grid', type: 'activePowerkW', code: 'not_now', message: 'the operator is on site' };
    const short = { asset: 'grid', type: 'upperLimitkW', by: 'heat', kW: 80 };
    const later = { asset: 'ev', type: 'plugLimitkW' };
    const rejected = [own, { ...later, code: 'unsupported' }];
    const schedule = { revision: '1.0.00000000', rejected, limited: [short, { ...later, by: 'soc', kW: 0 }] };
    expect(await keptOf({ schedule }, 'rejected', 'limited')).toEqual([[{ ...own, since: now }], [short]]);
  });

  it('may say what is wrong on the side of its controller, as far as the service knows it', async () => {
    const lost = { code: 'order_lost', asset: 'bess', message: 'battery-1 lost its order 4 times in a minute' };
    const [troubles] = await keptOf({ troubles: [lost, { code: 'disk_full' }, { code: 'too_warm' }] }, 'troubles');
    const times = { since: now, at: now };
    expect(troubles).toEqual([
      { ...lost, ...times },
      { code: 'disk_full', asset: null, ...times },
    ]);
  });
});

describe('the clock of a controller', () => {
  let sequence = 0;
  const textAt = (sentAt: number) => {
    sequence += 1;
    return JSON.stringify({ session: 's', sequence, sentAt: new Date(sentAt).toISOString(), schedule: null });
  };
  async function kept(): Promise<unknown> {
    const [row] = await opened.query('SELECT clock_offset_ms FROM site_state');
    return row?.['clock_offset_ms'];
  }
  /** What is kept after a report that was this much behind when it came. */
  async function after(behindMs: number, given: ReportAccepting = accepting): Promise<unknown> {
    now += 30_000;
    await acceptReport(given, SITE, { bytes: Buffer.from(textAt(now - behindMs)), receivedAt: now });
    return kept();
  }

  it('is not behind by what its report waited in the service', async () => {
    const inbox = createReportInbox({
      ...accepting,
      controller: { siteId: SITE, keyId: 'k', endsAt: Number.MAX_SAFE_INTEGER },
      budget: {
        report: async () => {
          now += 900;
        },
      },
      gathering: { join: () => Promise.resolve() },
      hearsOrders: () => true,
      onStale: () => undefined,
      onTaken: () => undefined,
    });
    const topic = `sites/v1/${SITE}/report`;
    await inbox.publish({ topic, payload: textAt(now), qos: 1 } as unknown as PublishPacket);
    expect([await kept(), now - NOW]).toEqual([0, 900]);
  });

  it('is behind if three reports in a row say so, by as much as all of them', async () => {
    expect(await after(20)).toBe(20);
    expect(await after(5_000)).toBe(20);
    expect(await after(4_800)).toBe(20);
    expect(await after(6_000)).toBe(4_800);
    expect(await after(30)).toBe(30);
  });

  it('is compared with what is kept after a start of the service', async () => {
    await after(20);
    await after(20);
    const restarted = { ...accepting, clockOffsets: new Map() };
    expect(await after(5_000, restarted)).toBe(20);
    expect(await after(5_000, restarted)).toBe(5_000);
  });
});
