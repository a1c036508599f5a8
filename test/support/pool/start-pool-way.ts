import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { collect, startSetpoint } from '../service/run-setpoint.ts';
import { mqttUrlOf } from '../site/foreign-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import type { SiteLogin } from '../service/service-client.ts';
import { type Credentials, operatorOf } from '../service/sign-in.ts';
import { type Service, startService } from '../service/start-service.ts';
import { simulated, type SiteProcess, startSite } from '../site/start-site.ts';
import { makeTempDir } from '../service/temp-dir.ts';

/** So much that the ramps of the activations here, which reach all of it in 5 minutes, take a few seconds. */
export const BOOKED_KW = 4_000;

/** A pool of real controllers over simulated plants, each a process of its own, and all that is needed to harm them. */
export interface PoolWay extends AsyncDisposable {
  readonly service: Service;
  readonly credentials: Credentials;
  readonly client: SetpointClient;
  readonly poolId: string;
  /** By what the test does to them. */
  readonly siteIds: Readonly<Record<Role, string>>;
  readonly members: readonly string[];
  /** Ends the controller of the member `killed` without a warning. */
  kill(): Promise<void>;
  /** Starts it again. */
  revive(): void;
  /** What goes wrong on the member `refusing` from now on. */
  fail(...faults: readonly object[]): Promise<void>;
}

type Role = 'held' | 'killed' | 'refusing' | 'steady';

/** A battery that holds whatever is asked of its connection point. */
const PLANT = 'Grid battery Antwerp';
/** The site with that plant is the ninth of those that are simulated in one process. */
const NINTH = 9;
export const REFUSING = 'refusing 00009';
const HOUR_MS = 3_600_000;

export async function startPoolWay(): Promise<PoolWay> {
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

  async function addSite(siteName: Role): Promise<SiteLogin> {
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

interface Faulty {
  readonly folder: string;
  readonly client: SetpointClient;
  readonly service: Service;
}

/** Sites of which one does what a file of faults says. */
async function startFaulty({ folder, client, service }: Faulty, stack: AsyncDisposableStack) {
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
  const says = async (text: string, from = 0) => {
    const said = async () => {
      if (child.exitCode !== null) throw new Error(`the faulty sites ended: ${error()}`);
      return (error() + out()).slice(from);
    };
    await lookUntil(said, (heard) => heard.includes(text));
  };
  await says(`${NINTH} controllers are connected.`);
  const sites = await client.listSites();
  const site = sites.find(({ siteName }) => siteName === REFUSING);
  if (site === undefined) throw new Error('the faulty site is not there');
  const fail = async (...all: readonly object[]) => {
    const from = error().length;
    write(all);
    await lookUntil(
      async () => error().slice(from),
      (heard) => heard.includes('Faults now: '),
    );
  };
  return { siteId: site.siteId, fail };
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
