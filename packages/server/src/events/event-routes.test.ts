import { createSetpointClient, type EventOptions } from '@setpoint/client';
import {
  type AddedClient,
  type EventGap,
  type FleetEvent,
  namesOfPair,
  type PairName,
  PATHS,
  type SiteId,
} from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../testing/asking-of.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { fireAlert } from '../../testing/fire-alert.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { worldOfTest, type World } from '../../testing/open-world.ts';
import { sealAuditLog } from '../../testing/seal-audit-log.ts';
import type { KnownRejection } from '../delivery/stored-rejection.ts';
import { endSession } from '../gateway/reports/end-session.ts';
import { recordReport } from '../gateway/reports/record-report.ts';
import { readRevision } from '../gateway/snapshots/read-schedule.ts';
import { forgetEvents } from './forget-events.ts';

const TEN = Date.UTC(2030, 0, 1, 10);

describe.each(STORE_KINDS)('the stream of events, on %s', (kind) => {
  const clock = { now: TEN };
  let world: World;
  let operator: string;
  let siteId: SiteId;
  let sequence = 0;

  beforeEach(async () => {
    clock.now = TEN;
    sequence = 0;
    world = await worldOfTest({ store: kind, clock });
    operator = await world.token('sites:read', await world.client({ allSites: true, can: 'read' }));
    siteId = await world.site();
  });

  it('tells of alerts and seals of the audit log those who read as operators, also without a grant, and nobody else', async () => {
    const auditing = { clientName: 'Auditor', scopes: ['sites:read', 'audit:read'] };
    const added = await world.done<AddedClient>('POST', PATHS.fleetClients, { body: auditing });
    const auditor = await world.token('sites:read+audit:read', added);
    const alertId = await fireAlert(world.store, TEN);
    await sealAuditLog(world.store, TEN);
    expect((await all()).map(({ type }) => type)).toEqual(['site.changed']);
    expect(await all({ types: ['audit.sealed'] })).toEqual([]);
    const heard = await all({}, auditor);
    expect(heard).toMatchObject([
      { type: 'alert.firing', alertId, data: { alertName: 'Dispatch' } },
      { type: 'audit.sealed', data: { keyId: expect.stringMatching(/^seal-/) } },
    ]);
    await set({ 'grid/activePowerkW': 1 });
    expect((await all({ types: ['alert.firing', 'batch.accepted'] }, auditor)).map(({ type }) => type)).toEqual([
      'alert.firing',
    ]);
  });

  it('tells of batches, of what the controller made of them, and of the site itself, in order', async () => {
    await set({ 'grid/activePowerkW': 1, 'bess/activePowerkW': 1 });
    await report([{ asset: 'bess', type: 'activePowerkW', code: 'unsupported', message: 'no inverter' }]);
    await set({ 'grid/activePowerkW': 2 });
    await set({ 'bess/activePowerkW': undefined });
    await report([]);
    await world.store.write(endSession, { siteId, session: 's', now: TEN });
    await world.done('DELETE', `${at(PATHS.fleetSite, siteId)}?name=Nordhafen`);
    const told = (await all()).map((event) => ('data' in event ? [event.type, event.data] : event));
    const grid = { asset: 'grid', type: 'activePowerkW' };
    const bess = { asset: 'bess', type: 'activePowerkW' };
    expect(told).toMatchObject([
      ['site.changed', { change: 'added' }],
      ['batch.accepted', { version: 1, commands: [grid, bess] }],
      ['site.online', {}],
      ['command.accepted', { ...grid, version: 1 }],
      ['command.rejected', { ...bess, version: 1, code: 'unsupported', message: 'no inverter' }],
      // It begins at this very instant, and is told of before it is replaced.
      ['entry.started', { ...grid, value: 1 }],
      ['batch.accepted', { version: 2 }],
      ['batch.accepted', { version: 3, commands: [{ ...bess, isCleared: true }] }],
      ['batch.superseded', { version: 1 }],
      ['command.accepted', { ...grid, version: 2 }],
      ['command.accepted', { ...bess, version: 3 }],
      ['site.offline', { reason: 'disconnected' }],
      ['site.changed', { change: 'removed' }],
    ]);
  });

  it('goes on after any event, without loss or repeat, and can be narrowed to some types', async () => {
    for (let value = 0; value < 20; value += 1) await set({ 'grid/activePowerkW': value });
    const events = await all();
    for (const [index, event] of events.entries()) {
      expect(await all({ after: idOf(event) })).toEqual(events.slice(index + 1));
    }
    const accepted = await all({ types: ['batch.accepted'] });
    expect(accepted.map(({ type }) => type)).toEqual(Array.from({ length: 20 }, () => 'batch.accepted'));
  });

  it('is not looked through for a caller who can see nothing: it has the end of it at once', async () => {
    for (let value = 0; value < 3; value += 1) await set({ 'grid/activePowerkW': value });
    const last = idOf((await all()).at(-1));
    const token = await newClient();
    await lookUntil(
      async () => (await streamOf('after=oldest&follow=false', token)).text(),
      (text) => text === positionMessage(last),
    );
  });

  it('ends for a client that is disabled, though nothing happens', async () => {
    const client = await world.client({ allSites: true, can: 'read' });
    const listening = await streamOf('', await world.token('sites:read', client));
    await world.done('PATCH', at(PATHS.fleetClient, client.clientId), { body: { isEnabled: false } });
    await listening.text();
  });

  it('says so when what followed is no longer kept, and goes on from the oldest that is', async () => {
    await set({ 'grid/activePowerkW': 1 });
    const [first, second] = await all();
    for (let value = 2; value < 9; value += 1) {
      clock.now = TEN + value;
      await set({ 'grid/activePowerkW': value });
    }
    await world.store.write(forgetEvents, { before: TEN + 4, limit: 100 });
    const left = await all();
    expect(
      left
        .map((event) => (event.type === 'batch.accepted' ? event.data.version : 0))
        .filter((version) => version !== 3),
    ).toEqual(expect.arrayContaining([4, 5, 6, 7, 8]));
    for (const event of [first, second]) {
      const resumed = await all({ after: idOf(event) });
      expect(resumed).toEqual([expect.objectContaining({ type: 'log.gap', reason: 'forgotten' }), ...left]);
    }
    expect(await all({ after: idOf(left[0]) })).toEqual(left.slice(1));
    // The gap is told before the place behind it, with its id: a client that is cut off between the two hears of it.
    const told = await streamOf(`follow=false&after=${idOf(first)}`);
    const [gap = '', place] = (await told.text()).split('\n\n');
    const [, id = ''] = /^id: (.*)\nevent: log.gap\ndata: /.exec(gap) ?? [];
    expect([`${place}\n\n`, await all({ after: id })]).toEqual([positionMessage(id), left]);
  });

  it('never deletes the last event, from which it counts on', async () => {
    await world.store.write(forgetEvents, { before: TEN * 2, limit: 100 });
    await set({ 'grid/activePowerkW': 1 });
    const [last] = (await all()).slice(-1);
    await world.store.write(forgetEvents, { before: TEN * 2, limit: 100 });
    await set({ 'grid/activePowerkW': 2 });
    expect(await all({ after: idOf(last) })).toMatchObject([{ data: { version: 2 } }, { type: 'batch.superseded' }]);
  });

  it('says so when it never had the event after which it should go on', async () => {
    const [gap] = await all({ after: '1.999999.0.0' });
    expect(gap).toMatchObject({ type: 'log.gap', reason: 'restored' });
  });

  it('begins with its place in the log, as a message of a name with data', async () => {
    const look = async () => {
      const [first = ''] = (await (await streamOf('follow=false')).text()).split('\n\n');
      const [, id = ''] = /^id: (.*)$/m.exec(first) ?? [];
      return { first, id, behind: await all({ after: id }) };
    };
    const { first, id } = await lookUntil(look, ({ behind }) => behind.length === 0);
    expect(`${first}\n\n`).toBe(positionMessage(id));
  });

  const streamOf = (query: string, token = operator) =>
    fetch(`${world.base}${PATHS.fleetEvents}?${query}`, { headers: { Authorization: `Bearer ${token}` } });
  const newClient = async () => world.token('sites:read', await world.client());

  async function all(options: EventOptions = {}, token = operator): Promise<(FleetEvent | EventGap)[]> {
    await world.untilHandedOut();
    const events: (FleetEvent | EventGap)[] = [];
    const client = createSetpointClient({ url: world.base, token });
    for await (const event of client.events({ after: 'oldest', follow: false, ...options })) events.push(event);
    expect(eventFaults(events.filter(({ type }) => type !== 'log.gap'))).toEqual([]);
    return events;
  }

  async function set(values: Record<string, number | undefined>): Promise<void> {
    const schedules = Object.entries(values).map(([pair, value]) => {
      const times = { startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T14:00:00Z' };
      return { ...namesOfPair(pair as PairName), entries: value === undefined ? [] : [{ ...times, value }] };
    });
    await world.done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
  }

  async function report(rejected: readonly KnownRejection[]): Promise<void> {
    sequence += 1;
    const revision = (await world.store.read(readRevision, { siteId })) ?? null;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected };
    await world.store.write(recordReport, { siteId, now: TEN, ...said });
  }
});

/** The message that a stream begins with. */
function positionMessage(id: string): string {
  return `id: ${id}\nevent: log.position\ndata: {"type":"log.position","id":"${id}"}\n\n`;
}

function idOf(event: FleetEvent | EventGap | undefined): string {
  return event !== undefined && 'id' in event ? event.id : expect.unreachable('this is no event');
}
