import { join } from 'node:path';
import { createSetpointClient, requestSignInLink, requestToken, type SetpointClient } from '@setpoint/client';
import type { RunningController } from '@setpoint/controller';
import type { Command } from 'commander';
import { badConfig } from '../shell/bad-config.ts';
import { findConnection } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { type DemoPast, makeDemoPast } from './demo-past.ts';
import { demoCommands } from './demo-schedules.ts';
import { type DemoRegistry, readDemoRegistry, writeDemoRegistry } from './demo-registry.ts';
import { demoText } from './demo-text.ts';
import { freePort } from './free-port.ts';

const REPORT_SECONDS = 5;
const CONNECTED_WITHIN_MS = 15_000;
// The lines that are printed are good for a day.
const TOKEN_SECONDS = '86400';
const PORTS = { SETPOINT_HTTP_PORT: 8080, SETPOINT_MQTT_PORT: 1883, SETPOINT_OPS_PORT: 9464 } as const;

/** `setpoint demo` */
export function addDemoCommand(program: Command, shell: Shell): void {
  program
    .command('demo')
    .description('run the service with twelve simulated sites, to try it out')
    .option('--data <folder>', 'where it keeps everything', './demo-data')
    .action(({ data }: { data: string }) => runDemo(shell, data));
}

async function runDemo(shell: Shell, dataDir: string): Promise<void> {
  const { registry, running } = await openDemoPast(dataDir);
  const { service, taken } = await startService(shell.environment, dataDir);
  const { url, mqttUrl } = service;
  const trader = createSetpointClient({ url, ...registry.trader });
  await setWhatIsMissing(trader, registry, Date.now());
  const controllers = await startControllers(registry, running, { url, mqttUrl: mqttUrl ?? url, dataDir });
  const connection = findConnection({ SETPOINT_DATA_DIR: dataDir });
  const { url: signInUrl } = await requestSignInLink(connection, connection);
  const { access_token: token } = await requestToken({ url }, registry.trader);
  const sites = await trader.listSites();
  const shown = sites.find(({ siteName }) => siteName === 'Brewery Plzen') ?? sites[0];
  const text = demoText({
    url,
    signInUrl,
    mqttUrl,
    dataDir,
    token,
    taken,
    siteId: shown?.siteId ?? '',
    nowMs: Date.now(),
  });
  // Whoever reads that it runs may stop it in the same instant.
  const stopped = untilStopped(async () => {
    await Promise.all(controllers.map((controller) => controller.stop()));
    await service.stop();
  });
  shell.print(
    { url, signInUrl, mqttUrl, opsUrl: service.opsUrl, dataDir, token, sites: registry.sites.map(withoutKey) },
    text,
  );
  await stopped;
}

/** The sites as an earlier start left them, else new ones that have lived through a day. */
async function openDemoPast(dataDir: string): Promise<DemoPast> {
  const known = readDemoRegistry(dataDir);
  if (known !== undefined) return { registry: known, running: new Map() };
  process.stderr.write('Twelve sites live through a day first; this is done once.\n');
  const { plantCatalogue } = await import('@setpoint/controller');
  const { openSeeding } = await import('@setpoint/server');
  const seeding = await openSeeding(dataDir);
  try {
    const past = await makeDemoPast(seeding, plantCatalogue, Date.now());
    writeDemoRegistry(dataDir, past.registry);
    return past;
  } finally {
    await seeding.close();
  }
}

async function startService(environment: Shell['environment'], dataDir: string) {
  const { readConfig, serve } = await import('@setpoint/server');
  const taken: string[] = [];
  const ports: Record<string, string> = {};
  for (const [name, usual] of Object.entries(PORTS)) {
    const wanted = Number(environment[name] ?? usual);
    const port = await freePort(wanted);
    ports[name] = String(port);
    if (port !== wanted) taken.push(String(wanted));
  }
  const result = readConfig({
    SETPOINT_DATA_DIR: dataDir,
    SETPOINT_LOG_LEVEL: 'warn',
    SETPOINT_TOKEN_LIFETIME_SECONDS: TOKEN_SECONDS,
    ...ports,
  });
  if (result.kind === 'invalid') throw badConfig('The demonstration was not started:', result.problems);
  return { service: await serve(result.config), taken };
}

/** Sets what no one has set for the time to come; what a visitor set stays. */
async function setWhatIsMissing(trader: SetpointClient, { sites }: DemoRegistry, nowMs: number): Promise<void> {
  for (const { siteId, siteName } of sites) {
    const { schedules } = await trader.readSite(siteId);
    const isSet = schedules.some(({ entries }) => entries.some(({ endAt }) => Date.parse(endAt) > nowMs));
    if (!isSet) await trader.setSchedules(siteId, demoCommands(siteName, nowMs));
  }
}

interface Places {
  readonly url: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
}

/** Starts the twelve, one by HTTPS, the next by MQTT; resolves when all have said how they are. */
async function startControllers(
  { sites }: DemoRegistry,
  running: DemoPast['running'],
  { url, mqttUrl, dataDir }: Places,
) {
  const { plantCatalogue, runSimulatedSite } = await import('@setpoint/controller');
  const connected: Promise<void>[] = [];
  const controllers: Promise<RunningController>[] = sites.flatMap(({ siteName, siteId, controllerKey }, index) => {
    const plant = plantCatalogue.find(({ name }) => name === siteName);
    if (plant === undefined) return [];
    const { promise, resolve } = Promise.withResolvers<void>();
    connected.push(promise);
    return runSimulatedSite({
      address: { url: index % 2 === 0 ? url : mqttUrl, siteId, controllerKey },
      plant,
      running: running.get(siteName),
      dataDir: join(dataDir, 'controllers'),
      reportSeconds: REPORT_SECONDS,
      now: Date.now,
      onConnected: resolve,
      onTrouble: (text) => process.stderr.write(`${siteName}: ${text}\n`),
    });
  });
  const started = await Promise.all(controllers);
  await Promise.race([Promise.all(connected), waitAtMost(CONNECTED_WITHIN_MS)]);
  return started;
}

function waitAtMost(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs).unref();
  });
}

function withoutKey({ siteId, siteName }: DemoRegistry['sites'][number]) {
  return { siteId, siteName };
}
