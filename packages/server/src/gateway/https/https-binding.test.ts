import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeSecret } from '../../identity/make-secret.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { readSite } from '../../sites/read-site.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { inEachTest, ofTest } from '../../../testing/of-tests.ts';
import { NOTHING_SET, NOW, startTestGateway, type TestSite } from '../../../testing/start-test-gateway.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let now: number;
let site: TestSite;
let base: string;

const gateway = inEachTest(() => {
  now = NOW;
  return ofTest(startTestGateway({ now: () => now }));
});
beforeEach(async () => {
  site = await gateway.addSite();
  base = `http://127.0.0.1:${await gateway.listenHttps()}`;
});

async function ask(path: string, { headers, ...init }: RequestInit = {}) {
  const own = { authorization: `Bearer ${site.key}`, ...(headers as Record<string, string>) };
  const response = await fetch(base + path, { ...init, headers: own });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
const get = (headers: Record<string, string> = {}, query = '') => ask(PATHS.controllerSchedule + query, { headers });

function report(changes: object, headers: Record<string, string> = {}) {
  const whole = { session: 'first', sentAt: instantText(now), schedule: null, devices: TREE, ...changes };
  const type = { 'content-type': 'application/json' };
  const body = JSON.stringify(whole);
  return ask(PATHS.controllerReport, { method: 'POST', headers: { ...type, ...headers }, body });
}

describe('a controller over HTTPS', () => {
  it('gets the schedule under the name of its revision, and 304 while that is current', async () => {
    await gateway.set(site, 100);
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe(`"${body.revision}"`);
    expect(body).toEqual({
      revision: expect.stringMatching(/^1\.1\.[\da-f]{8}$/),
      issuedAt: '2030-01-01T10:00:00.000Z',
      holdSeconds: null,
      commands: [
        {
          asset: 'grid',
          type: 'activePowerkW',
          entries: [{ startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T14:00:00.000Z', value: 100 }],
        },
      ],
      offers: ['orders'],
    });
    await expect(get({ 'if-none-match': `"${body.revision}"` })).resolves.toMatchObject({ status: 304 });
    await gateway.set(site, 200);
    await expect(get({ 'if-none-match': `"${body.revision}"` })).resolves.toMatchObject({ status: 200 });
  });

  it('that waits for a change has it as soon as it is there', async () => {
    const waiting = get({ 'if-none-match': `"${NOTHING_SET}"`, prefer: 'respond-async, wait=50' });
    await gateway.set(site, 100);
    await expect(waiting).resolves.toMatchObject({ status: 200, body: { commands: [{ type: 'activePowerkW' }] } });
  });

  it('that waits in vain is told so when its time is over, and at once when the service stops', async () => {
    const headers = { 'if-none-match': `"${NOTHING_SET}"`, prefer: 'wait=1' };
    await expect(get(headers)).resolves.toMatchObject({ status: 304 });
    const waiting = get({ ...headers, prefer: 'wait=50' });
    gateway.signals.stop();
    await expect(waiting).resolves.toMatchObject({ status: 304 });
  });

  it('has its report answered once it is kept, also one that comes again or late, or leaves out its devices', async () => {
    const body = { revision: NOTHING_SET, serverTime: '2030-01-01T10:00:00.000Z' };
    await expect(report({ sequence: 5 })).resolves.toMatchObject({ status: 200, body });
    const kept = { session: 'first', sequence: 5, reported_at: NOW, disconnected_at: null };
    expect(await gateway.stateOf(site)).toMatchObject(kept);
    now += 30_000;
    for (const sequence of [5, 0]) await expect(report({ sequence })).resolves.toMatchObject({ status: 200 });
    expect(await gateway.stateOf(site)).toMatchObject(kept);
    await report({ sequence: 6, devices: undefined });
    expect(await gateway.stateOf(site)).toMatchObject({ sequence: 6, reported_at: now });
    const { assets } = (await gateway.store.read(readSite, site)) ?? {};
    const bess = {
      id: `${site.siteId}:bess`,
      type: 'bess',
      activePowerkW: -20,
      availableStorageCapacitykWh: 200,
      soc: 55,
    };
    expect(JSON.parse(assets ?? '')).toMatchObject({ bess, solar: null });
  });

  it('that says goodbye is offline, but not by the goodbye of a session before', async () => {
    const goodbye = async (session: string) => {
      const { status } = await ask(`/api/v1/controller/session/${session}`, { method: 'DELETE' });
      return [status, (await gateway.stateOf(site))?.['disconnected_at']];
    };
    await report({ session: 'first', sequence: 0 });
    await report({ session: 'second', sequence: 0 });
    expect(await goodbye('first')).toEqual([204, null]);
    expect(await goodbye('second')).toEqual([204, NOW]);
    await report({ session: 'third', sequence: 0 });
    expect(await gateway.stateOf(site)).toMatchObject({ disconnected_at: null });
  });

  it('is told what is wrong with a report, which then counts for nothing but is kept as the last error', async () => {
    const wrong: [object, string][] = [
      [{ sequence: -1 }, 'sequence'],
      [{ devices: { ...TREE, soc: 101 } }, 'soc'],
      [{ devices: { ...TREE, children: [{ ...BATTERY, rated_power_upper_limit_kW: undefined }] } }, 'upper_limit'],
      [{ devices: { ...TREE, uid: 'a\0' } }, 'U+0000'],
    ];
    for (const [changes, place] of wrong) {
      const answer = await report({ sequence: 1, ...changes });
      expect([place, answer.status, answer.body.message]).toEqual([place, 400, expect.stringContaining(place)]);
    }
    const { body } = await report({ sequence: -1, session: 1 });
    expect(body.message.split(';')).toHaveLength(1);
    const counted = { protocol_errors: wrong.length + 1, protocol_error_at: NOW };
    expect(await gateway.stateOf(site)).toMatchObject({ reported_at: null, ...counted });
    await report({ sequence: 1 });
    expect(await gateway.stateOf(site)).toMatchObject({ protocol_error: 'session: must be string' });
  });

  it('is let go from its poll when its key ends', async () => {
    now = Date.now();
    const { text, hash: keyHash } = makeSecret('sck_');
    const endsAt = now + 700;
    const ending = { siteId: site.siteId, keyId: randomUUID(), keyHash, now, endsAt };
    await gateway.store.write(addControllerKey, ending);
    const headers = { authorization: `Bearer ${text}`, 'if-none-match': `"${NOTHING_SET}"` };
    await expect(get({ ...headers, prefer: 'wait=1' })).resolves.toMatchObject({ status: expect.any(Number) });
    await expect.poll(async () => (await get({ ...headers, prefer: 'wait=50' })).status).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
  });

  it('that says it takes orders, and polls for none, is a trouble of its site until it does', async () => {
    const troublesAfter = async (ms: number) => {
      now += ms;
      await report({ sequence: now, devices: undefined, takes: ['orders'] });
      return (await gateway.stateOf(site))?.['troubles'];
    };
    for (const ms of [0, MINUTE_MS, MINUTE_MS, MINUTE_MS]) expect(await troublesAfter(ms)).toBeNull();
    expect(await troublesAfter(MINUTE_MS)).toContain('orders_not_taken');
    await ask(PATHS.controllerOrder);
    expect(await troublesAfter(MINUTE_MS)).toBeNull();
  });
});

describe('a schedule of 200 hours over HTTPS', () => {
  beforeEach(async () => {
    const at = (hour: number) => instantText(NOW + hour * HOUR_MS);
    const entries = Array.from({ length: 200 }, (_, value) => ({ startAt: at(value), endAt: at(value + 1), value }));
    const schedules = [{ asset: 'grid', type: 'activePowerkW', entries } as const];
    await setSchedules(gateway.store, site.siteId, { now, schedules });
  });

  it('is compressed for a client that asks for it, under the same revision', async () => {
    const plain = await get({ 'accept-encoding': 'identity' });
    const packed = await get({ 'accept-encoding': 'gzip' });
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(packed.body).toEqual(plain.body);
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    const tags = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags).toEqual([`"${plain.body.revision}"`, `W/"${plain.body.revision}"`]);
    for (const tag of tags) expect((await get({ 'if-none-match': tag })).status).toBe(304);
  });

  it('is cut where its controller does not look any more, and goes on as time does', async () => {
    const valuesOf = ({ commands }: { commands: { entries: { value: number }[] }[] }) =>
      commands.flatMap(({ entries }) => entries.map(({ value }) => value));
    const reported = async (revision: string) => {
      const answer = await report({ sequence: now, devices: undefined, schedule: { revision, rejected: [] } });
      return answer.body.revision as string;
    };
    const { body } = await get({}, '?horizonHours=24');
    expect(valuesOf(body)).toEqual(Array.from({ length: 25 }, (_, hour) => hour));
    const known = { 'if-none-match': `"${body.revision}"` };
    expect((await get(known, '?horizonHours=24')).status).toBe(304);
    expect(await reported(body.revision)).toBe(body.revision);
    now += HOUR_MS;
    const revision = await reported(body.revision);
    expect(revision).not.toBe(body.revision);
    const later = await get(known, '?horizonHours=24');
    expect([later.body.revision, valuesOf(later.body).at(-1)]).toEqual([revision, 25]);
  });

  it.each(['0', '8785', '1.5', '-1', 'day'])('is not cut at %s hours', async (hours) => {
    expect((await get({}, `?horizonHours=${hours}`)).status).toBe(400);
  });
});

const BATTERY = {
  uid: 'b1',
  node_type: 'Device',
  device_type: 'bess',
  children: [],
  rated_power_upper_limit_kW: 100,
  rated_power_lower_limit_kW: -100,
  active_power_kw: -20,
  available_storage_capacity_kWh: 200,
  soc: 55,
};
const TREE = { uid: 'site', node_type: 'Dispatcher', device_type: 'ems', children: [BATTERY] };
