import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import type { AssetScheduleCommand, FleetEvent } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { startToldDemo } from '../../package/demo/start-demo.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const SILENT = { type: 'site.offline', data: { reason: 'silent' } };
const DROPPED = { type: 'site.trouble', data: { code: 'reports_dropped', isOver: false } };

/** Each fault at a site of its own, and what is said of it. */
const AT_SITES: Readonly<Record<string, { readonly fault: object; readonly type: string; readonly data: object }>> = {
  'Solar park Alentejo': { fault: { kind: 'drop' }, ...SILENT },
  'School Lyon': { fault: { kind: 'half_open' }, ...SILENT },
  'Hospital Helsinki': {
    fault: { kind: 'restart', withMemory: false },
    type: 'site.offline',
    data: { reason: 'disconnected' },
  },
  'Dairy farm Friesland': { fault: { kind: 'duplicate' }, ...DROPPED },
  'Cold store Valencia': { fault: { kind: 'reorder', depth: 1 }, ...DROPPED },
  'Data centre Frankfurt': {
    fault: { kind: 'skew', seconds: -90 },
    type: 'site.trouble',
    data: { code: 'clock_off', isOver: false, message: 'the clock of the controller is 90 s behind' },
  },
  'Supermarket Rotterdam': {
    fault: { kind: 'nan_meter', device: 'bess' },
    type: 'site.trouble',
    data: { code: 'not_measured', asset: 'bess', isOver: false },
  },
  'Apartment block Copenhagen': {
    fault: { kind: 'reject_pair', asset: 'grid', type: 'upperLimitkW' },
    type: 'command.rejected',
    data: { asset: 'grid', type: 'upperLimitkW', code: 'internal' },
  },
  'Brewery Plzen': {
    fault: { kind: 'deaf', device: 'bess' },
    type: 'command.rejected',
    data: { asset: 'bess', type: 'activePowerkW', message: 'The device accepted 300 kW and is at 0 kW.' },
  },
};

describe('the bad day of the demonstration', () => {
  const folder = folderOfTests();
  let demo: Awaited<ReturnType<typeof startBadDemo>>;
  let trader: SetpointClient;
  let brewery: string;
  const siteIds = new Map<string, string>();
  const events: FleetEvent[] = [];
  let since = 0;
  const listening = new AbortController();

  beforeAll(async () => {
    demo = await startBadDemo(folder);
    trader = createSetpointClient({ url: demo.url, token: demo.token });
    for (const { siteId, siteName } of await trader.listSites()) siteIds.set(siteName, siteId);
    brewery = siteIds.get('Brewery Plzen') ?? '';
    void follow().catch(() => undefined);
  });
  afterAll(async () => {
    listening.abort();
    await demo.stop();
  });

  it('is told of each fault at a site in events, and is over when the file says so', async () => {
    await trader.setSchedules(brewery, discharging(300));
    await lookUntil(
      () => trader.readSite(brewery),
      ({ assets }) => Math.abs((assets.bess?.activePowerkW ?? 0) - 300) < 1,
    );
    await fail(...Object.entries(AT_SITES).map(([site, { fault }]) => ({ ...fault, site })));
    for (const [site, { type, data }] of Object.entries(AT_SITES)) {
      const told = await toldOf(site, type, data);
      expect(told.data).toMatchObject(data);
    }
    const said = await demo.write('{ "faults": [\n  { "kind": "half_open" "site": "School Lyon" }\n] }');
    expect(said).toMatch(/faults\.json was not taken, and the faults before stay:\n {2}line 2: is no JSON/);
    expect((await trader.readSite(siteIds.get('School Lyon') ?? '')).isOnline).toBe(false);

    await fail();
    for (const site of ['Solar park Alentejo', 'School Lyon', 'Hospital Helsinki'])
      await toldOf(site, 'site.online', {});
    await toldOf('Brewery Plzen', 'command.accepted', { asset: 'bess', type: 'activePowerkW' });
  });

  it('is told of each fault of the interface to the caller, while events tell what was done', async () => {
    await fail({ kind: 'too_many_requests', seconds: 1, method: 'POST' });
    await expect(trader.setSchedules(brewery, discharging(301))).rejects.toMatchObject({ status: 429 });
    const before = accepted();

    await fail({ kind: 'answer_lost', method: 'POST' });
    const idempotencyKey = crypto.randomUUID();
    const schedules = discharging(302);
    const send = () => trader.setSchedules(brewery, schedules, { idempotencyKey });
    await expect(send()).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    await expect.poll(accepted).toBe(before + 1);

    await fail({ kind: 'late', seconds: 2, method: 'POST' });
    expect((await send()).isReplayed).toBe(true);
    await trader.setSchedules(brewery, discharging(303));
    const answeredAt = Date.now();
    await expect.poll(accepted).toBe(before + 2);
    const done = events.findLast(isAccepted);
    expect(Date.parse(done?.at ?? '')).toBeLessThan(answeredAt - 1_900);
  });

  /** Puts these faults in the place of those before. */
  async function fail(...faults: readonly object[]): Promise<void> {
    since = events.length;
    expect(await demo.write(JSON.stringify({ faults }))).toMatch(/Faults now: /);
  }

  function isAccepted(event: FleetEvent): boolean {
    return event.type === 'batch.accepted' && event.siteId === brewery;
  }

  function accepted(): number {
    return events.filter(isAccepted).length;
  }

  async function follow(): Promise<void> {
    for await (const event of trader.events({ signal: listening.signal }))
      if (event.type !== 'log.gap') events.push(event);
  }

  async function toldOf(site: string, type: string, data: object): Promise<FleetEvent> {
    const siteId = siteIds.get(site);
    const isIt = (event: FleetEvent): boolean =>
      'siteId' in event &&
      event.siteId === siteId &&
      event.type === type &&
      Object.entries(data).every(([name, value]) => Reflect.get(event.data, name) === value);
    return lookUntil(
      () => Promise.resolve(events.slice(since).find(isIt)),
      (event) => event !== undefined,
    ).then((event) => event ?? Promise.reject(new Error('unreachable')));
  }
});

function discharging(value: number): AssetScheduleCommand[] {
  const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString(), value };
  return [{ asset: 'bess', type: 'activePowerkW', entries: [entry] }];
}

/** The demonstration with a file of faults, in which there are none yet. */
async function startBadDemo(folder: string) {
  const path = join(folder, 'faults.json');
  writeFileSync(path, '{ "faults": [] }');
  const args = ['--data', join(folder, 'data'), '--faults', path];
  const demo = await startToldDemo(args, { SETPOINT_OFFLINE_AFTER_SECONDS: '8' });
  return {
    ...demo,
    /** Takes what the file of faults is to be, and says what the demonstration says to it. */
    async write(text: string) {
      const before = demo.error().length;
      // At once: half of a file is no JSON, and told to be none.
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
      const said = async () => demo.error().slice(before);
      return lookUntil(said, (heard) => /Faults now: .*\n|was not taken.*\n.*\n/.test(heard));
    },
  };
}
