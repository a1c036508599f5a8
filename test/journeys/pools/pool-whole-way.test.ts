import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient, requestSignInLink, type SetpointClient } from '@setpoint/client';
import type { PoolShare, PoolSignal } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { executablePath, launchBrowser, openPage, takeComplaints } from '../../console/open-page.ts';
import { collect, startSetpoint } from '../../support/service/run-setpoint.ts';
import type { SiteLogin } from '../../support/service/service-client.ts';
import { operatorOf } from '../../support/service/sign-in.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { type SiteProcess, simulated, startSite } from '../controllers/start-site.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';

const MINUTE_MS = 60_000;
/** So much that the ramps of the activations here, which reach all of it in 5 minutes, take a few seconds. */
const BOOKED_KW = 4_000;
/** A battery that holds whatever is asked of its connection point. */
const PLANT = 'Grid battery Antwerp';
/** The site with that plant is the ninth of those that are simulated in one process. */
const NINTH = 9;
const REFUSING = 'refusing 00009';
const HOUR_MS = 3_600_000;
/** Three cycles of a grid operator that asks every 2 s. */
const LEASE_MS = 6_000;
const NEAR_KW = 6;

it('a signal comes out of the plants, and what one may not do, refuses or leaves behind comes from others', async () => {
  await using way = await startPoolWay();
  await using page = await openPoolPage(way);
  const { client, poolId } = way;
  const { held, killed, refusing, steady } = way.siteIds;
  await canGive(way, 4 * BOOKED_KW);
  await ask(way, { kW: 200, sequence: 1 });
  await supplies(way, { [held]: 50, [killed]: 50, [refusing]: 50, [steady]: 50 });
  await page.shows('held', '50 kW');

  const hold = await client.holds.make({ siteId: held, reason: 'works' });
  const without = await shared(way, { [killed]: 66_667, [refusing]: 66_667, [steady]: 66_667, [held]: 0 });
  expect(without.signal).toMatchObject({ sequence: 1, orderedkW: 200, shortfallkW: 0 });
  expect(Date.parse(without.signal.at) - Date.parse(hold.createdAt)).toBeGreaterThanOrEqual(0);
  expect(without.because(held)).toBe('held');
  await canGive(way, 3 * BOOKED_KW, 'held');
  await supplies(way, { [killed]: 66.667, [refusing]: 66.667, [steady]: 66.667 });
  await page.shows('held', 'is held');
  await client.holds.release(hold.holdId);
  await canGive(way, 4 * BOOKED_KW);

  await way.fail({ kind: 'reject_pair', site: REFUSING, asset: 'grid', type: 'afrrActivationkW' });
  await ask(way, { kW: 240, sequence: 2 });
  const refused = await shared(way, { [held]: 80_000, [killed]: 80_000, [steady]: 80_000, [refusing]: 0 });
  expect(refused.because(refusing)).toBe('rejecting');
  await canGive(way, 3 * BOOKED_KW, 'rejecting');
  await supplies(way, { [held]: 80, [killed]: 80, [steady]: 80 });
  await page.shows(REFUSING, 'rejects activations');

  const validUntil = await killWhileItFollows(way, page);
  const after = await shared(way, { [held]: 120_000, [steady]: 120_000, [killed]: 0, [refusing]: 0 });
  expect(Date.parse(after.signal.at)).toBeGreaterThanOrEqual(validUntil);
  expect(after.signal).toMatchObject({ orderedkW: 240, followedkW: 0, shortfallkW: 0 });
  await supplies(way, { [held]: 120, [steady]: 120 });
  await page.shows('killed', 'cannot be reached');
  const short = await ask(way, { kW: 3 * BOOKED_KW, sequence: 100 });
  expect(short).toMatchObject({ orderedkW: 2 * BOOKED_KW, followedkW: 0, shortfallkW: BOOKED_KW });
  const reasons = short.reasons.map(({ because }) => because).toSorted();
  expect(reasons).toEqual(['grid/afrrImportBookingkW', 'offline', 'rejecting']);

  way.revive();
  await way.fail();
  await canGive(way, 4 * BOOKED_KW);
  await lookUntil(
    () => client.pools.readSignal(poolId),
    ({ orderedkW, shortfallkW }) => orderedkW === 3 * BOOKED_KW && shortfallkW === 0,
  );
  await ask(way, { kW: -200, sequence: 101 });
  await supplies(way, { [held]: -50, [killed]: -50, [refusing]: -50, [steady]: -50 });
  expect(takeComplaints()).toEqual([]);
});

function ask(
  { client, poolId }: PoolWay,
  { kW, sequence, forMs = 2 * MINUTE_MS }: { readonly kW: number; readonly sequence: number; readonly forMs?: number },
): Promise<PoolSignal> {
  const validUntil = new Date(Date.now() + forMs).toISOString();
  return client.pools.putSignal(poolId, { kW, sequence, validUntil });
}

/**
 * Kills a member and asks anew while its order still holds; says when that ends. On a machine so busy that it ends before
 * anybody has looked, all of it again, with twice the time.
 */
async function killWhileItFollows(way: PoolWay, page: typeof NO_PAGE): Promise<number> {
  for (let [forMs, sequence] = [LEASE_MS, 3]; ; [forMs, sequence] = [2 * forMs, sequence + 2]) {
    const before = await ask(way, { kW: 240, sequence, forMs });
    expect(before).toMatchObject({ orderedkW: 240, shortfallkW: 0 });
    const validUntil = Date.parse(before.validUntil);
    await way.kill();
    await canGive(way, 2 * BOOKED_KW, 'offline');
    const meanwhile = await ask(way, { kW: 240, sequence: sequence + 1 });
    if (Date.parse(meanwhile.at) < validUntil) {
      expect(meanwhile).toMatchObject({ orderedkW: 160, followedkW: 80, shortfallkW: 0 });
      const over = new Promise((resolve) => setTimeout(resolve, validUntil - Date.now(), 'over'));
      if ((await Promise.race([page.shows('killed', 'still follows 80 kW'), over])) !== 'over') return validUntil;
    }
    way.revive();
    await canGive(way, 3 * BOOKED_KW, 'rejecting');
  }
}

/** Waits until these members have these shares, to the watt that is left over; says how the signal is divided then. */
async function shared({ client, poolId }: PoolWay, watts: Readonly<Record<string, number>>) {
  const look = async () => {
    const signal = await client.pools.readSignal(poolId);
    const shares = new Map<string, PoolShare>();
    for await (const share of client.pools.shares(poolId)) shares.set(share.siteId, share);
    // Divided again in between, the signal would be paired with shares of another division.
    const isOneDivision = (await client.pools.readSignal(poolId)).at === signal.at;
    return { signal, shares, isOneDivision };
  };
  const isShare = (share: PoolShare | undefined, wanted: number) => {
    return share !== undefined && share.followedkW === 0 && Math.abs(share.kW * 1_000 - wanted) <= 1;
  };
  const { signal, shares } = await lookUntil(look, (seen) => {
    const isWanted = Object.entries(watts).every(([siteId, wanted]) => isShare(seen.shares.get(siteId), wanted));
    return seen.isOneDivision && isWanted;
  });
  return { signal, because: (siteId: string) => shares.get(siteId)?.because };
}

/** Waits until the pool can give so much, each way, and says that this is why it is not more. */
async function canGive({ client, poolId }: PoolWay, kW: number, because?: string): Promise<void> {
  await lookUntil(
    () => client.pools.availability(poolId),
    (given) =>
      [given.import, given.export].every((figures) => {
        return figures.availablekW === kW && (because === undefined || binds(figures).includes(because));
      }),
  );
}

function binds(figures: { readonly binds: readonly { readonly because: string }[] }): string[] {
  return figures.binds.map(({ because }) => because);
}

/** Waits until the plants of these members do what they are asked for, as their meters measure it. */
async function supplies({ client }: PoolWay, kW: Readonly<Record<string, number>>): Promise<void> {
  const window = { from: new Date(Date.now() - MINUTE_MS).toISOString(), to: new Date(Date.now()).toISOString() };
  for (const [siteId, wanted] of Object.entries(kW)) {
    await lookUntil(
      () => client.fleet.readFollowing(siteId, window),
      ({ orders: [order] }) =>
        order?.state === 'followed' && Math.abs((order.suppliedkW ?? Number.NaN) - wanted) <= NEAR_KW,
    );
  }
}

/** The page of the pool, open all the time; where there is no browser, and where the store is the other one, nothing. */
async function openPoolPage({ service, credentials, poolId }: PoolWay): Promise<typeof NO_PAGE> {
  if (executablePath === undefined || process.env['SETPOINT_TEST_STORE'] === 'PostgreSQL') return NO_PAGE;
  const browser = await launchBrowser();
  const page = await openPage(browser, service.url);
  await page.goto((await requestSignInLink({ url: service.url }, credentials)).url);
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.goto(`${service.url}/pools/${poolId}`);
  return {
    shows: async (siteName: string, text: string) => {
      const row = page.getByRole('row', { name: new RegExp(siteName) });
      await row.getByText(text).filter({ visible: true }).first().waitFor();
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

const NO_PAGE = {
  shows: async (_siteName: string, _text: string): Promise<void> => undefined,
  [Symbol.asyncDispose]: async (): Promise<void> => undefined,
};

type PoolWay = Awaited<ReturnType<typeof startPoolWay>>;

/** A pool of real controllers over simulated plants, each a process of its own, and all that is needed to harm them. */
async function startPoolWay() {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await makeTempDir());
  const service = stack.use(await startService({ dataDir: folder }));
  const credentials = await operatorOf(folder);
  const client = createSetpointClient({ url: service.url, ...credentials });
  const processes = new Map<string, SiteProcess>();
  const start = (login: SiteLogin) => {
    processes.set(login.siteId, startSite(folder, mqttUrlOf(service), login, { driver: simulated(PLANT) }));
  };
  stack.defer(async () => void (await Promise.all([...processes.values()].map((site) => site.kill()))));

  async function addSite(siteName: string): Promise<SiteLogin> {
    const { siteId, controllerKey } = await client.registry.addSite({ siteName });
    start({ siteId, controllerKey });
    return { siteId, controllerKey };
  }
  const [held, killed, steady] = [await addSite('held'), await addSite('killed'), await addSite('steady')];
  const { siteId: refusing, fail } = await startFaulty({ folder, client, service }, stack);
  const siteIds = { held: held.siteId, killed: killed.siteId, refusing, steady: steady.siteId };
  const members = Object.values(siteIds);
  const poolId = await makePool(client, members);
  const owned = stack.move();
  return {
    service,
    credentials,
    client,
    poolId,
    siteIds,
    members,
    kill: async () => processes.get(killed.siteId)?.kill(),
    revive: () => start(killed),
    fail,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Sites of which one does what a file of faults says. */
async function startFaulty(
  { folder, client, service }: { readonly folder: string; readonly client: SetpointClient; readonly service: Service },
  stack: AsyncDisposableStack,
) {
  const faults = join(folder, 'faults.json');
  const write = (all: readonly object[]) => writeFileSync(faults, JSON.stringify({ faults: all }));
  write([]);
  const args = ['simulate', '--sites', String(NINTH), '--prefix', 'refusing', '--report-every', '1'];
  const env = { SETPOINT_DATA_DIR: folder, SETPOINT_URL: service.url };
  const child = startSetpoint([...args, '--mqtt', mqttUrlOf(service), '--faults', faults], env);
  const exited = once(child, 'exit');
  stack.defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const said = async () => {
    if (child.exitCode !== null) throw new Error(`the faulty sites ended: ${error()}`);
    return error() + out();
  };
  await lookUntil(said, (heard) => heard.includes(`${NINTH} controllers are connected.`));
  const site = (await client.listSites()).find(({ siteName }) => siteName === REFUSING);
  const fail = async (...all: readonly object[]) => {
    const from = error().length;
    write(all);
    await lookUntil(
      async () => error().slice(from),
      (heard) => heard.includes('Faults now: '),
    );
  };
  return { siteId: site?.siteId ?? expect.unreachable('the faulty site is not there'), fail };
}

async function makePool(client: SetpointClient, members: readonly string[]): Promise<string> {
  const startAt = new Date(Date.now() - HOUR_MS).toISOString();
  const endAt = new Date(Date.now() + HOUR_MS).toISOString();
  const values = { activePowerkW: 0, afrrImportBookingkW: BOOKED_KW, afrrExportBookingkW: BOOKED_KW } as const;
  for (const siteId of members) {
    const schedules = (Object.keys(values) as (keyof typeof values)[]).map((type) => {
      return { asset: 'grid' as const, type, entries: [{ startAt, endAt, value: values[type] }] };
    });
    await client.setSchedules(siteId, schedules);
  }
  const poolId = randomUUID();
  const settings = { poolName: 'aFRR north', service: 'afrr', split: 'proportional' } as const;
  await client.pools.put(poolId, { ...settings, members: members.map((siteId) => ({ siteId })) });
  return poolId;
}
