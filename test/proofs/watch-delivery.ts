import { mqttUrlOf } from '../support/site/foreign-controller.ts';
import { ServiceClient, type SiteLogin } from '../support/service/service-client.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { type SiteProcess, startSite } from '../support/site/start-site.ts';
import { type ForeignFaults, type ForeignName, startForeignDevice } from './foreign-device.ts';
import type { Report } from './write-report.ts';

interface Scene {
  readonly name: ForeignName;
  readonly what: string;
  readonly faults: ForeignFaults;
}

const SCENES: readonly Scene[] = [
  { name: 'battery', what: 'is well', faults: {} },
  { name: 'battery', what: 'takes orders, and its power does not follow', faults: { isStuck: true } },
  { name: 'older battery', what: 'refuses writes with exception 4', faults: { refusesWrites: 4 } },
  { name: 'older battery', what: 'acknowledges rates and keeps none', faults: { ignores: [[124, 'OutWRte']] } },
];
const MOST_MS = 60_000;
const LOOK_EVERY_MS = 200;
const [FIRST_KW, SECOND_KW, TOLERABLE_KW] = [60, 20, 2];

interface World {
  readonly python: string;
  readonly folder: string;
  readonly service: Service;
  readonly client: ServiceClient;
  readonly say: (line: string) => void;
}

/** The whole way: from a POST at the service over a controller to a foreign device, and back to the delivery. */
export async function watchDelivery(
  python: string,
  say: (line: string) => void,
): Promise<Pick<Report, 'facts' | 'faults'>> {
  await using folder = await makeTempDir();
  const service = await startService({ dataDir: folder.path });
  try {
    const client = await ServiceClient.signIn(service.url, folder.path);
    const world = { python, folder: folder.path, service, client, say };
    const told = await Promise.all(SCENES.map((scene) => play(world, scene)));
    return { facts: told.map(({ fact }) => fact), faults: told.flatMap(({ fault }) => fault ?? []) };
  } finally {
    await service.end('SIGTERM');
  }
}

async function play(world: World, { name, what, faults }: Scene): Promise<{ fact: string; fault?: string }> {
  await using device = await startForeignDevice(world.python, name);
  const login = await world.client.registerSite('Foreign');
  const { siteId } = login;
  const controller = startController(world, login, device.port);
  const isFaulty = Object.keys(faults).length > 0;
  try {
    await post(world, siteId, FIRST_KW);
    await until(async () => (await stateOf(world, siteId)) === 'accepted' && (await follows(FIRST_KW)));
    await device.misbehave(faults);
    await post(world, siteId, SECOND_KW);
    const begunAt = performance.now();
    const wanted = isFaulty ? 'rejected' : 'accepted';
    const isSo = await until(
      async () => (await stateOf(world, siteId)) === wanted && (isFaulty || (await follows(SECOND_KW))),
    );
    const tookS = Math.round((performance.now() - begunAt) / 100) / 10;
    const fact = `From a POST at the service: the ${name} that ${what} is ${wanted} after ${tookS} s.`;
    world.say(fact);
    return isSo ? { fact } : { fact, fault: `the ${name} that ${what} is not ${wanted} within a minute` };
  } finally {
    await controller.stop();
  }

  async function follows(kw: number): Promise<boolean> {
    return Math.abs((await device.powerKw()) - kw) <= TOLERABLE_KW;
  }
}

function startController({ folder, service }: World, login: SiteLogin, port: number): SiteProcess {
  const devices = [{ uid: 'one', name: 'One', kind: 'bess', host: '127.0.0.1', port, upperKw: 90, lowerKw: -90 }];
  const driver = { kind: 'sunspec', name: 'Foreign', devices };
  return startSite(folder, mqttUrlOf(service), login, { driver, settings: { reportSeconds: 30 } });
}

async function post({ client }: World, siteId: string, value: number): Promise<void> {
  const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() };
  const entries = [{ ...span, value }];
  const answer = await client.postSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries }]);
  if (answer.status !== 201) throw new Error(`the schedule was answered with ${answer.status}`);
}

async function stateOf({ client }: World, siteId: string): Promise<string | undefined> {
  const { body } = await client.ask(`/api/v1/fleet/sites/${siteId}/delivery`);
  return (body as { commands: { state: string }[] }).commands[0]?.state;
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const endsAt = performance.now() + MOST_MS; performance.now() < endsAt;) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}
