import { randomUUID } from 'node:crypto';
import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { expect, it } from 'vitest';
import { type Store, StoreFailure } from '../store/store.ts';
import { drawSchedules, MIDNIGHT } from '../../testing/draw-schedules.ts';
import { worldOfTest } from '../../testing/open-world.ts';
import type { PreparedSite } from './prepare-portfolio.ts';
import { setEach } from './set-each.ts';

it('a store that fails for one site of a portfolio leaves the others their own outcomes', async () => {
  const world = await worldOfTest({ clock: { now: MIDNIGHT } });
  const [set, lost, open, away] = await Promise.all([world.site(), world.site(), world.site(), world.site()]);
  const failures = new Map([
    [lost, new StoreFailure('not-applied', 'the disk is full')],
    [open, new StoreFailure('unknown', 'the connection broke', { isPassing: true })],
    [away, new StoreFailure('not-applied', 'no connection', { isPassing: true })],
  ]);
  const told: unknown[] = [];
  const outcomes = await setEach(
    {
      store: failingFor(world.store, failures),
      countBatch: ({ kind }) => told.push(kind),
      history: { add: ({ siteId }) => told.push(`history of ${siteId}`) },
      onAccepted: (siteId) => told.push(siteId),
    },
    [lost, set, open, away].map(readySite),
  );
  expect(outcomes).toEqual([
    { kind: 'failed', siteId: lost, isOpen: false, isPassing: false },
    {
      kind: 'tried',
      siteId: set,
      input: expect.anything(),
      output: expect.objectContaining({ kind: 'accepted', version: 1 }),
    },
    { kind: 'failed', siteId: open, isOpen: true, isPassing: false },
    { kind: 'failed', siteId: away, isOpen: false, isPassing: true },
  ]);
  expect(told).toEqual(['accepted', `history of ${set}`, set]);
});

it('all or none that are refused have their problems at the place of their site', async () => {
  const world = await worldOfTest({ clock: { now: MIDNIGHT } });
  const [fine, wrong] = await Promise.all([world.site(), world.site()]);
  const batches = [
    { siteId: fine, schedules: drawSchedules('grid activePowerkW | 00-04 1') },
    { siteId: wrong, schedules: drawSchedules('grid activePowerkW | 00-04 1, 03-05 2') },
  ];
  const body = { mode: 'all', batches };
  const { status, text } = await world.ask('POST', '/api/v1/fleet/schedules', { body });
  const at = (place: string) => `batches[1].schedules[0].entries${place}`;
  const problem = { rule: 'overlap', place: at('[1]'), clashesWith: at('[0]') };
  const message = expect.stringContaining(`site ${wrong}: schedules[0].entries[1]`) as unknown;
  expect([status, JSON.parse(text)]).toMatchObject([400, { message, problems: [problem] }]);
});

function failingFor(store: Store, failures: ReadonlyMap<SiteId, StoreFailure>): Store {
  return {
    ...store,
    async write(write, input) {
      const failure = failures.get((input as { siteId: SiteId }).siteId);
      if (failure !== undefined) throw failure;
      return store.write(write, input);
    },
  };
}

function readySite(siteId: SiteId): PreparedSite {
  const batch = parseBatch({ schedules: drawSchedules('grid activePowerkW | 00-04 100') }, 10);
  const ids = { batchId: randomUUID() as string as BatchId, clientId: randomUUID() as string as ClientId };
  return { kind: 'ready', input: { siteId, ...ids, now: Date.UTC(2030, 0, 1), batch } };
}
