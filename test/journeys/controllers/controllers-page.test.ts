import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATHS, type SiteDelivery } from '@setpoint/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { serveTests } from '../../support/service/serve-tests.ts';
import { collect } from '../../support/service/run-setpoint.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const hasPaho = spawnSync(PYTHON, ['-c', 'import sys, paho.mqtt; assert sys.version_info >= (3, 11)']).status === 0;
const [BATTERY = '', POLL = ''] = ['battery.py', 'poll.sh'].map((name) =>
  fileURLToPath(new URL(`../../../docs/learn/${name}`, import.meta.url)),
);
const hasCurl = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

/** Many more than the draws that could be alike by chance. */
const DRAWS = 64;
const LONGEST_WAIT_S = 15;

it('docs/learn/poll.sh draws another wait each time', () => {
  const pause = /^pause\(\) \{.*?^\}/ms.exec(readFileSync(POLL, 'utf8'))?.[0];
  const script = `PACE=1; sleep() { echo "$1"; }; ${pause}; for draw in $(seq ${DRAWS}); do pause; done`;
  const waits = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n').map(Number);
  expect(waits).toHaveLength(DRAWS);
  // Two alike happen by chance in one run of sixty.
  expect(new Set(waits).size).toBeGreaterThan(DRAWS - 4);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_WAIT_S);
});

const MINUTE_MS = 60_000;
const A_MOMENT_MS = 3_000;

describe('the controllers of docs/learn/controllers.md', () => {
  const serving = serveTests();

  async function start(command: readonly string[]) {
    const { siteId, controllerKey } = await serving.client.registry.addSite({ siteName: 'Vendor test' });
    const cwd = mkdtempSync(join(serving.folder, 'controller-'));
    const [, host, port] = /mqtt:\/\/([\d.]+):(\d+)/.exec(serving.service.output()) ?? [];
    const env = {
      PATH: process.env['PATH'] ?? '',
      SITE_ID: siteId,
      CONTROLLER_KEY: controllerKey,
      SETPOINT_URL: serving.service.url,
      MQTT_HOST: host,
      MQTT_PORT: port,
      // A report every 3 s.
      PACE: '10',
    };
    const child = spawn(command[0] ?? '', command.slice(1), { cwd, env, detached: true });
    // What it runs itself, such as curl, goes with it.
    const kill = () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    };
    onTestFinished(kill);
    return { siteId, cwd, child, out: collect(child.stdout), kill };
  }

  async function set(siteId: string, value: number): Promise<void> {
    const entry = { startAt: '2026-01-01T00:00:00Z', endAt: '2040-01-01T00:00:00Z', value };
    await serving.client.setSchedules(siteId, [
      { asset: 'bess', type: 'activePowerkW', entries: [entry] },
      { asset: 'grid', type: 'upperLimitkW', entries: [entry] },
    ]);
  }

  /** Asks a pool with this one member for more than it is booked for; what is returned lets it end in a moment. */
  async function order(siteId: string, bookedKw: number): Promise<() => Promise<unknown>> {
    const entry = { startAt: '2026-01-01T00:00:00Z', endAt: '2040-01-01T00:00:00Z', value: Math.abs(bookedKw) };
    await serving.client.setSchedules(siteId, [{ asset: 'grid', type: 'afrrExportBookingkW', entries: [entry] }]);
    await untilDelivered(siteId, ['partial']);
    const poolId = randomUUID();
    const members = [{ siteId }];
    await serving.client.pools.put(poolId, { poolName: siteId, service: 'afrr', split: 'proportional', members });
    const ask = (sequence: number, forMs: number) => {
      const validUntil = new Date(Date.now() + forMs).toISOString();
      return serving.client.pools.putSignal(poolId, { kW: 2 * bookedKw, sequence, validUntil });
    };
    expect(await ask(1, 10 * MINUTE_MS)).toMatchObject({ orderedkW: bookedKw, shortfallkW: bookedKw });
    return () => ask(2, A_MOMENT_MS);
  }

  const untilPower = (siteId: string, powerKw: number) =>
    lookUntil(
      () => serving.client.readSite(siteId),
      ({ assets }) => assets.bess?.activePowerkW === powerKw,
    );

  const delivery = async (siteId: string) =>
    (await serving.operator.ask(PATHS.fleetSiteDelivery.replace(':siteId', siteId))).body as SiteDelivery;

  const untilDelivered = (siteId: string, states: readonly string[]) =>
    lookUntil(
      () => delivery(siteId),
      ({ state }) => states.includes(state),
    );

  it(
    'in Python follows what is set, keeps it, and rejects what it cannot do',
    ifThere(hasPaho, 'a Python 3.11 with paho-mqtt'),
    async () => {
      const { siteId, cwd, kill } = await start([PYTHON, BATTERY]);
      await set(siteId, -40);
      const site = await untilDelivered(siteId, ['in_sync', 'partial']);
      expect(site).toMatchObject({ isOnline: true, protocolErrors: 0 });
      expect(site.commands.map(({ asset, state, code }) => [asset, state, code])).toEqual([
        ['grid', 'rejected', 'unsupported'],
        ['bess', 'accepted', null],
      ]);
      expect((await serving.client.readSite(siteId)).assets.bess).toMatchObject({
        activePowerkW: -40,
        ratedPowerUpperLimitkW: 100,
      });
      expect(JSON.parse(readFileSync(join(cwd, 'schedule.json'), 'utf8'))).toMatchObject({ revision: site.revision });
      const endSoon = await order(siteId, -30);
      await untilPower(siteId, -10);
      await endSoon();
      // What is set holds again once the order has ended.
      await untilPower(siteId, -40);
      kill();
      await lookUntil(
        () => delivery(siteId),
        ({ isOnline }) => !isOnline,
      );
    },
  );

  it('with curl keeps what is set, reports, and says goodbye', ifThere(hasCurl, 'curl with jq'), async () => {
    const { siteId, cwd, child, out } = await start(['sh', POLL]);
    while (!out().includes('serverTime')) await once(child.stdout, 'data');
    await set(siteId, 7);
    const site = await untilDelivered(siteId, ['partial']);
    expect(site).toMatchObject({ isOnline: true, protocolErrors: 0 });
    expect(site.commands.map(({ asset, state, code }) => [asset, state, code])).toEqual([
      ['grid', 'accepted', null],
      ['bess', 'rejected', 'asset_missing'],
    ]);
    expect(JSON.parse(readFileSync(join(cwd, 'schedule.json'), 'utf8'))).toMatchObject({ revision: site.revision });
    expect((await serving.client.readSite(siteId)).assets.grid).toMatchObject({ activePowerkW: 12.5 });
    // As Ctrl-C does: to it, and to the curl that waits for a change.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await once(child, 'exit');
    expect([child.exitCode, (await delivery(siteId)).isOnline]).toEqual([0, false]);
  });
});
