import {
  type FleetEvent,
  LIMITS,
  PATHS,
  type PoolId,
  type PoolSeat,
  type PoolSignal,
  type PoolStatus,
} from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../../testing/asking-of.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest, type World } from '../../../testing/open-world.ts';
import { packDivision, putDivision } from '../signals/put-division.ts';
import { takeSeat } from './take-seat.ts';

const LASTS_MS = 12_000;
const FREE_AFTER_MS = 60_000;
const REASON = 'the line is down';

type Body = PoolSignal & PoolSeat & PoolStatus & { readonly message: string };
type As = Record<string, string>;

describe.each(STORE_KINDS)('the seat of a pool, on %s', (kind) => {
  let world: World;
  let clock: { now: number };
  let path: string;
  let adapter: As;
  let adapterId: string;
  let person: As;
  let personId: string;

  beforeEach(async () => {
    clock = { now: Date.now() };
    world = await worldOfTest({ store: kind, clock });
    const siteId = await world.site({ values: { afrrImportBookingkW: 100 } });
    path = at(PATHS.fleetPool, await world.pool([siteId]));
    const client = await world.client({ allSites: true, can: 'schedule' });
    adapterId = client.clientId;
    adapter = await world.bearer('sites:read+schedules:write', client);
    const somebody = await world.person();
    personId = somebody.personId;
    const roles = at(PATHS.fleetPersonRoles, personId);
    await world.done('PUT', roles, { body: { role: 'dispatcher', allSites: true } });
    person = { Authorization: somebody.authorization };
  });

  const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', as: As, route = '', body?: object) =>
    world.ask<Body>(method, `${path}${route}`, { as, ...(body && { body }) });
  const until = () => new Date(clock.now + LASTS_MS).toISOString();
  const send = (as: As, sequence: number, kW = 10, validUntil = until()) =>
    ask('PUT', as, '/signal', { kW, sequence, validUntil });
  const sendUnnumbered = (as: As, kW: number, more: object = {}) =>
    ask('POST', as, '/signal', { kW, validUntil: until(), ...more });
  const takeBack = (as: As, orderSequence: number) => ask('DELETE', as, `/signal?orderSequence=${orderSequence}`);
  const beforeNow = async () => (await ask('GET', adapter, '/signal')).body.before;
  const statusOf = async (as: As, sequence: number) => (await send(as, sequence)).status;
  const seatOf = async () => (await ask('GET', adapter)).body.seat;

  it('is free before the first signal, and then of whoever sent it', async () => {
    expect((await ask('GET', adapter)).body).toMatchObject({ seat: null, canSignal: true });
    expect(await statusOf(adapter, 5)).toBe(200);
    const freeAt = new Date(clock.now + LASTS_MS + FREE_AFTER_MS).toISOString();
    const holder = { kind: 'client', id: adapterId, name: 'Optimiser' };
    expect(await seatOf()).toMatchObject({ holder, reason: null, lastSequence: 5, freeAt });
    const refused = await send(person, 6);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Optimiser has the seat of this pool, and sends its signals; take the seat over first',
    ]);
    expect(await statusOf(adapter, 6)).toBe(200);
  });

  it('is free a minute after the end of what was sent from it, and not before', async () => {
    await send(adapter, 5);
    clock.now += LASTS_MS + FREE_AFTER_MS - 1;
    expect(await statusOf(person, 1)).toBe(409);
    clock.now += 1;
    expect(await seatOf()).toBeNull();
    expect(await statusOf(person, 1)).toBe(200);
    expect(await statusOf(adapter, 6)).toBe(409);
  });

  it('goes on with its sequences however long its holder was silent', async () => {
    await send(adapter, 5);
    clock.now += 2 * (LASTS_MS + FREE_AFTER_MS);
    const refused = await send(adapter, 5, 11);
    expect([refused.status, refused.body.message]).toEqual([409, 'sequence: must be above 5, that of the last signal']);
    expect(await statusOf(adapter, 6)).toBe(200);
  });

  it('is taken over with a reason, and given back: each has sequences of its own', async () => {
    await send(adapter, 1_000);
    const taken = await ask('PUT', person, '/seat', { reason: REASON });
    expect(taken.body).toMatchObject({ holder: { id: personId }, reason: REASON, lastSequence: null, freeAt: null });
    expect(await statusOf(adapter, 1_001)).toBe(409);
    expect((await send(person, 1)).body).toMatchObject({ sequence: 1, orderSequence: 1_001 });
    clock.now += 10 * FREE_AFTER_MS;
    expect(await statusOf(adapter, 1_001)).toBe(409);
    expect((await ask('DELETE', adapter, '/seat')).status).toBe(409);
    expect((await ask('DELETE', person, '/seat')).status).toBe(204);
    expect(await seatOf()).toBeNull();
    expect((await send(adapter, 1_001)).body).toMatchObject({ sequence: 1_001, orderSequence: 1_002 });
    expect((await send(adapter, 1_002)).body).toMatchObject({ sequence: 1_002, orderSequence: 1_003 });
    expect((await send(adapter, 2_000)).body).toMatchObject({ sequence: 2_000, orderSequence: 2_000 });
    expect((await ask('GET', adapter, '/shares?sequence=1')).body).toMatchObject({ sequence: 1 });
    expect((await ask('GET', adapter, '/signal')).body).toMatchObject({ sequence: 2_000, actor: { id: adapterId } });
    await ask('DELETE', adapter, '/seat');
    expect((await send(adapter, 1)).body).toMatchObject({ sequence: 1, orderSequence: 2_001 });
  });

  it('changes nothing for a signal that is sent again: it has the answer that it had, and asks for nothing', async () => {
    const validUntil = until();
    const first = await send(adapter, 7, 10, validUntil);
    await ask('PUT', person, '/seat', { reason: REASON });
    await send(person, 1, 20);
    expect((await send(adapter, 7, 10, validUntil)).body).toEqual(first.body);
    await ask('DELETE', person, '/seat');
    expect((await send(adapter, 7, 10, validUntil)).body).toEqual(first.body);
    expect((await ask('GET', adapter, '/signal')).body).toMatchObject({ kW: 20 });
    const again = await send(adapter, 8, 10, validUntil);
    expect((await send(adapter, 8, 10, validUntil)).body).toEqual(again.body);
  });

  it('is no way to end a pool: the highest sequence leaves room, and its repeat has the same answer', async () => {
    expect(await statusOf(adapter, LIMITS.maxSequence + 1)).toBe(400);
    const validUntil = until();
    const first = await send(adapter, LIMITS.maxSequence, 10, validUntil);
    expect(first.status).toBe(200);
    expect((await send(adapter, LIMITS.maxSequence, 10, validUntil)).body).toEqual(first.body);
    expect((await send(adapter, LIMITS.maxSequence, 11)).body.message).toBe(
      `sequence: must be above ${LIMITS.maxSequence}, that of the last signal; take the seat of the pool anew to begin anew`,
    );
    await ask('PUT', adapter, '/seat', { reason: 'the counter ran away' });
    expect((await send(adapter, 1)).body).toMatchObject({ sequence: 1, orderSequence: LIMITS.maxSequence + 1 });
  });

  it('numbers a signal without a number: 1 in a seat that it takes, and otherwise one above the last', async () => {
    expect((await sendUnnumbered(adapter, 10)).body).toMatchObject({ sequence: 1, orderSequence: 1 });
    await send(adapter, 40);
    expect((await sendUnnumbered(adapter, 11)).body).toMatchObject({ sequence: 41, orderSequence: 41 });
    expect((await sendUnnumbered(person, 12)).body.message).toMatch(/^Optimiser has the seat of this pool/);
    await ask('PUT', person, '/seat', { reason: REASON });
    expect((await sendUnnumbered(person, 12)).body).toMatchObject({ sequence: 1, orderSequence: 42 });
    expect((await sendUnnumbered(person, 0, { replaces: 41 })).body.message).toBe('another signal runs by now');
    expect((await sendUnnumbered(person, 0, { replaces: 42 })).body).toMatchObject({ sequence: 2, kW: 0 });
    await send(person, LIMITS.maxSequence);
    expect((await sendUnnumbered(person, 13)).body.message).toMatch(/; take the seat of the pool anew to begin anew$/);
  });

  it('numbers each signal of many that come at once, and the very same one once', async () => {
    const answers = await Promise.all([1, 2, 3].map((kW) => sendUnnumbered(adapter, kW)));
    expect(new Set(answers.map(({ body }) => body.sequence))).toEqual(new Set([1, 2, 3]));
    const more = { validUntil: until() };
    const first = await sendUnnumbered(adapter, 20, more);
    const repeats = () => Promise.all([more, more].map((same) => sendUnnumbered(adapter, 20, same)));
    for (const { body } of await repeats()) expect(body).toEqual(first.body);
    clock.now += LASTS_MS;
    for (const { body } of await repeats()) expect(body).toEqual(first.body);
  });

  it('takes signals back one by one, each to the end that it had, and a repeat takes back nothing more', async () => {
    const [ten, twenty, thirty] = [10, 20, 30].map((kW) => ({
      kW,
      validUntil: new Date(clock.now + kW * 1_000).toISOString(),
    }));
    for (const signal of [ten, twenty, thirty]) await ask('POST', adapter, '/signal', signal);
    expect(await beforeNow()).toEqual(twenty);
    const taken = await takeBack(adapter, 3);
    expect(taken).toMatchObject({ status: 200, body: { sequence: 4, orderSequence: 4, ...twenty } });
    expect((await takeBack(adapter, 3)).body).toEqual(taken.body);
    expect(await beforeNow()).toEqual(ten);
    await sendUnnumbered(adapter, 40);
    expect(await beforeNow()).toEqual(twenty);
    expect((await takeBack(adapter, 5)).body).toMatchObject(twenty ?? {});
    expect((await takeBack(adapter, 6)).body).toMatchObject(ten ?? {});
    expect(await beforeNow()).toBeNull();
    const nothing = { kW: 0, validUntil: ten?.validUntil };
    expect((await takeBack(adapter, 7)).body).toMatchObject(nothing);
    expect((await takeBack(adapter, 8)).body).toMatchObject({ orderSequence: 9, ...nothing });
  });

  it('takes back to nothing what follows a signal that has ended, and only what is in force, by its holder', async () => {
    await sendUnnumbered(adapter, 10);
    clock.now += LASTS_MS - 1;
    const { validUntil } = (await sendUnnumbered(adapter, 20)).body;
    clock.now += 1;
    const refusals: [As, number, string][] = [
      [adapter, 1, 'another signal runs by now'],
      [person, 2, 'Optimiser has the seat of this pool, and sends its signals; take the seat over first'],
    ];
    for (const [as, sequence, message] of refusals)
      expect(await takeBack(as, sequence)).toMatchObject({ status: 409, body: { message } });
    await ask('DELETE', adapter, '/seat');
    expect((await takeBack(person, 2)).body).toMatchObject({ sequence: 1, kW: 0, validUntil, actor: { id: personId } });
    clock.now += LASTS_MS;
    const message = 'no signal is in force: there is nothing to take back';
    expect(await takeBack(person, 3)).toMatchObject({ status: 409, body: { message } });
  });

  it('is of one alone, however many send at once and at whatever node', async () => {
    const answers = await Promise.all([send(adapter, 1), send(person, 1), send(adapter, 2), send(person, 2)]);
    const accepted = answers.filter(({ status }) => status === 200).map(({ body }) => body.actor?.id);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted).size).toBe(1);
  });

  it('is kept from a signal that saw it free, and from one that was decided in the seat before', async () => {
    await send(person, 1);
    const poolId = (path.split('/').at(-1) ?? '') as PoolId;
    const actor = { kind: 'client' as const, id: adapterId, name: 'Optimiser' };
    const taken = await world.store.write(takeSeat, { poolId, actor, reason: null, now: clock.now });
    expect(taken.kind).toBe('held');
    await ask('PUT', adapter, '/seat', { reason: REASON });
    const allocation = { shares: [], shortfallWatts: 0, surplusWatts: 0 };
    const times = { at: clock.now, validUntil: clock.now + LASTS_MS };
    const place = { sequence: 2, sent: 2, round: 0, holding: 1, after: { sequence: 1, round: 0 } };
    const division = packDivision({ poolId, ...place, ...times, watts: 0, siteIds: [], allocation });
    expect((await world.store.write(putDivision, division)).kind).toBe('overtaken');
    expect((await world.store.write(putDivision, { ...division, holding: 2 })).kind).toBe('put');
  });

  it('is free once its holder is removed, and once the pool is', async () => {
    await ask('PUT', adapter, '/seat', { reason: REASON });
    await world.done('DELETE', at(PATHS.fleetClient, adapterId));
    expect((await ask('GET', person)).body.seat).toBeNull();
    await ask('PUT', person, '/seat', { reason: REASON });
    await world.done('DELETE', path);
    const body = { poolName: 'again', service: 'afrr', split: 'merit' };
    expect(await world.done<PoolStatus>('PUT', path, { body })).toMatchObject({ seat: null });
  });

  it('is told in events and in the audit log', async () => {
    await send(adapter, 1);
    await ask('PUT', person, '/seat', { reason: REASON });
    await ask('DELETE', person, '/seat');
    const query = 'types=pool.seat_taken,pool.seat_given_back&after=oldest&follow=false';
    const { text } = await world.ask('GET', `${PATHS.fleetEvents}?${query}`);
    const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as FleetEvent);
    const [client, other] = [
      { kind: 'client', id: adapterId },
      { kind: 'person', id: personId },
    ];
    expect(told.filter((event) => 'poolId' in event).map(({ type, data }) => [type, data])).toEqual([
      ['pool.seat_taken', { actor: client, reason: null }],
      ['pool.seat_taken', { actor: other, reason: REASON, from: client }],
      ['pool.seat_given_back', { actor: other }],
    ]);
    const records = await world.query(
      `SELECT action FROM audit_record WHERE action LIKE 'pool.seat%' ORDER BY sequence`,
    );
    expect(records.map(({ action }) => action)).toEqual(['pool.seat_taken', 'pool.seat_taken', 'pool.seat_given_back']);
  });
});
