import { type ArazzoDocument, PATHS, type SiteDetails, type SiteId } from '@setpoint/contract';
import { ask, type Call } from '@setpoint/server/testing/ask';
import { at } from '@setpoint/server/testing/asking-of';
import { clockText, MIDNIGHT, ratedAssets, reportApplied, reportAssets } from '@setpoint/server/testing/draw-schedules';
import { openWorld, type World } from '@setpoint/server/testing/open-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from './provocations-of.ts';
import { runWorkflow, type WorkflowRun } from './run-workflow.ts';

type Values = Readonly<Record<string, unknown>>;
type Act = () => Promise<unknown>;

/** What others do while a workflow runs, by the operation that is called. */
interface Others {
  readonly before?: Readonly<Record<string, Act>>;
  readonly meanwhile?: Readonly<Record<string, Act>>;
  readonly pause?: WorkflowRun['pause'];
}

const DAY_OF_QUARTERS = Array.from({ length: 96 }, (_none, index) => index);
const WINDOW = { from: clockText('10'), to: clockText('12') };

describe('the workflows, run by their document', () => {
  const clock = { now: MIDNIGHT };
  let world: World;
  let documents: Pick<WorkflowRun, 'arazzo' | 'openapi'>;

  beforeAll(async () => {
    world = await openWorld({ clock });
    const { text } = await ask(world.base, { method: 'GET', path: PATHS.arazzo, headers: {} });
    documents = { arazzo: JSON.parse(text) as ArazzoDocument, openapi: await readDocument(world) };
  });
  afterAll(() => world.close());

  function run(workflowId: string, inputs: Values, { before, meanwhile, pause = never }: Others = {}) {
    const send = async (call: Call, operationId: string) => {
      await before?.[operationId]?.();
      const asked = ask(world.base, call);
      await meanwhile?.[operationId]?.();
      return asked;
    };
    return runWorkflow({ ...documents, send, pause }, workflowId, inputs);
  }

  async function connect(...grants: readonly object[]) {
    const { clientId, clientSecret } = await world.client(...grants);
    return run('connectClient', { clientId, clientSecret });
  }

  async function connectTo(siteId: string): Promise<Values> {
    const { accessToken } = await connect({ siteId, can: 'schedule' });
    return { accessToken, siteId };
  }

  async function schedulesOf(siteId: string) {
    return (await world.done<SiteDetails>('GET', at(PATHS.site, siteId))).schedules;
  }

  it('connect a client, which reads its sites', async () => {
    const siteId = await world.site();
    await world.site();
    const { sites, ...token } = await connect({ siteId, can: 'read' });
    expect(sites).toMatchObject([{ siteId, siteName: 'Nordhafen' }]);
    expect(token).toEqual({ accessToken: expect.any(String), expiresInSeconds: expect.any(Number) });
    const { clientId } = await world.client();
    await expect(run('connectClient', { clientId, clientSecret: 'wrong' })).rejects.toThrow('getToken: 401');
  });

  const day = { asset: 'grid', type: 'upperLimitkW', day: '2030-01-02', resolution: 15, values: DAY_OF_QUARTERS };

  it('set a day, and end when the controller has accepted it', async () => {
    const site = await connectTo(await world.site());
    const siteId = String(site['siteId']);
    const meanwhile = { getBatchDelivery: () => world.report(siteId) };
    const outputs = await run('setDay', { ...site, ...day }, { meanwhile });
    expect(outputs).toEqual({ batchId: expect.any(String), version: '1', state: 'accepted' });
    expect((await schedulesOf(siteId))[0]?.entries.map(({ value }) => value)).toEqual(DAY_OF_QUARTERS);
  });

  it('set a day, and fail when the controller rejects it', async () => {
    const site = await connectTo(await world.site());
    const siteId = String(site['siteId']);
    const rejected = [{ asset: 'grid', type: 'upperLimitkW', code: 'unsupported' }];
    const meanwhile = { getBatchDelivery: () => reject(siteId, rejected) };
    await expect(run('setDay', { ...site, ...day }, { meanwhile })).rejects.toThrow(
      /^awaitAcceptance: 200 .*"state":"rejected"/,
    );
  });

  async function reject(siteId: string, rejected: readonly object[]): Promise<void> {
    const as = { Authorization: `Bearer ${await world.keyOf(siteId)}` };
    const { revision } = await world.done<{ revision: string }>('GET', PATHS.controllerSchedule, { as });
    await world.report(siteId, { schedule: { revision, rejected } });
  }

  const limit = (value: number) => [{ asset: 'grid', type: 'upperLimitkW', entries: [entry(value)] }];

  it('check a batch, then set it', async () => {
    const site = await connectTo(await world.site());
    const outputs = await run('checkThenSplice', { ...site, ...WINDOW, schedules: limit(250) });
    expect(outputs).toEqual({ batchId: expect.any(String), version: '1' });
    expect(await schedulesOf(String(site['siteId']))).toEqual(limit(250));
  });

  it('set nothing that breaks a rule, or was checked against an older version', async () => {
    const site = await connectTo(await world.site());
    const siteId = String(site['siteId']);
    const activation = [{ asset: 'grid', type: 'afrrActivationkW', entries: [entry(50)] }];
    await expect(run('checkThenSplice', { ...site, ...WINDOW, schedules: activation })).rejects.toThrow(/^check: 200 /);
    const setBeside = () => world.done('POST', at(PATHS.schedules, siteId), { body: { schedules: limit(100) } });
    const batch = { ...site, ...WINDOW, schedules: limit(250) };
    await expect(run('checkThenSplice', batch, { before: { spliceSchedules: setBeside } })).rejects.toThrow(
      /^splice: 412 /,
    );
    expect(await schedulesOf(siteId)).toEqual(limit(100));
  });

  it('book a reserve that fits, and none that does not', async () => {
    const site = await connectTo(await world.site());
    const siteId = String(site['siteId']) as SiteId;
    await reportAssets(world, siteId, ratedAssets({ grid: 400 }));
    const window = { ...site, ...WINDOW, minutes: 120 };
    await expect(run('bookReserve', { ...window, kW: 801 })).rejects.toThrow(/^readHeadroom: 200 /);
    const outputs = await run('bookReserve', { ...window, kW: 150 });
    expect(outputs).toEqual({ headroomkW: 800, batchId: expect.any(String), version: '1' });
    const booking = { asset: 'grid', type: 'afrrImportBookingkW', entries: [entry(150)] };
    expect(await schedulesOf(siteId)).toEqual([booking]);
  });

  it('ask a pool, and see what it supplied as soon as a minute is over', async () => {
    const siteId = await world.site({ values: { activePowerkW: 100, afrrImportBookingkW: 50 } });
    const poolId = await world.pool([siteId]);
    const { accessToken } = await connect({ poolId, can: 'schedule' });
    const { grid } = ratedAssets();
    if (grid == null) throw new Error('there is a connection point');
    const measured = { grid: { ...grid, activePowerkW: 120 } };
    const revision = await reportApplied(world, siteId, { ...measured, revision: null });
    const measure = () => reportApplied(world, siteId, { ...measured, revision });
    const pause = async (seconds: number) => {
      clock.now += seconds * 1_000;
      await measure();
    };
    await measure();
    const times = { validUntil: clockText('00:05'), from: clockText('00'), to: clockText('00:10') };
    const outputs = await run('askPool', { accessToken, poolId, kW: 20, sequence: 1, ...times }, { pause });
    const slot = { startAt: clockText('00'), endAt: clockText('00:01'), orderedkW: 20, suppliedkW: 20 };
    expect(outputs).toEqual({ orderedkW: 20, shortfallkW: 0, slots: [{ ...slot, members: 1, unknown: 0 }] });
  });
});

function entry(value: number) {
  return { startAt: WINDOW.from, endAt: WINDOW.to, value };
}

function never(): Promise<void> {
  throw new Error('there is nothing to wait for');
}
