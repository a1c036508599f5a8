import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteId } from '@setpoint/contract';
import { expect, onTestFinished, test } from 'vitest';
import { queryStore } from '../../../../test/harness/query-store.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Store } from '../store/store.ts';
import { createSiteSignals } from '../platform/site-signals.ts';
import { addSite } from '../registry/add-site.ts';
import { openStoreIn } from '../testing/open-test-store.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { takeReport } from './take-report.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa' as string as SiteId;
const now = Date.UTC(2030, 0, 1, 10);

const OF_THE_SCHEDULE = { revision: '1.0.00000000', rejected: [] };
const SAID_BEFORE = { ...OF_THE_SCHEDULE, at: now - 30_000 };

test.each([
  ['the first over its connection', undefined, OF_THE_SCHEDULE, false],
  ['saying again what was said', SAID_BEFORE, OF_THE_SCHEDULE, true],
  ['another revision', SAID_BEFORE, { ...OF_THE_SCHEDULE, revision: '1.1.00000000' }, false],
  ['another refusal', SAID_BEFORE, { ...OF_THE_SCHEDULE, rejected: [refusal('unsupported')] }, false],
  ['soon after the one before', { ...SAID_BEFORE, at: now - 1_000 }, OF_THE_SCHEDULE, false],
  ['after the clock was set back', { ...SAID_BEFORE, at: now + 1_000 }, OF_THE_SCHEDULE, false],
])('a report, %s: whether it may wait for others', async (_, earlier, schedule, isQuiet) => {
  const recorded: unknown[] = [];
  const store = {
    write: (write: { name: string }, input: { isQuiet?: boolean }) => {
      recorded.push([write.name, input.isQuiet]);
      return Promise.resolve({ kind: 'site_missing' });
    },
  } as unknown as Store;
  const taking = { store, signals: createSiteSignals(), metrics: gatewayMetrics(createMetrics()), now: () => now };
  const report = { session: 's', sequence: 1, sentAt: new Date(now).toISOString(), schedule };
  await takeReport(taking, SITE, { bytes: Buffer.from(JSON.stringify(report)), earlier });
  expect(recorded).toEqual([['recordReport', isQuiet]]);
});

function refusal(code: string) {
  return { asset: 'grid', type: 'activePowerkW', code };
}

test('a code of its own and a command of a later version do not cost a controller its report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-report-'));
  const store = await openStoreIn(folder);
  const signals = createSiteSignals();
  onTestFinished(async () => {
    signals.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
  await store.write(addSite, { siteId: SITE, siteName: 'Nordhafen', timeZone: 'UTC', controllerKey, now });
  const own = { asset: 'grid', type: 'activePowerkW', code: 'not_now', message: 'the operator is on site' };
  const report = {
    session: 's',
    sequence: 1,
    sentAt: new Date(now).toISOString(),
    schedule: { revision: '1.0.00000000', rejected: [own, { asset: 'ev', type: 'plugLimitkW', code: 'unsupported' }] },
  };
  const taking = { store, signals, metrics: gatewayMetrics(createMetrics()), now: () => now };
  const taken = await takeReport(taking, SITE, { bytes: Buffer.from(JSON.stringify(report)) });
  expect(taken).toMatchObject({ kind: 'taken', isCurrent: true });
  const [row] = await queryStore(folder, 'SELECT rejected FROM site_state');
  expect(JSON.parse(String(row?.['rejected']))).toEqual([{ ...own, since: now }]);
});
