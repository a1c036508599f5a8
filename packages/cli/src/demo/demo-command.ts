import {
  createSetpointClient,
  requestSignInLink,
  requestToken,
  type SetpointClient,
  SetpointError,
} from '@setpoint/client';
import { DEMONSTRATION, PATHS } from '@setpoint/contract';
import type { Command } from 'commander';
import { type OpenFaults, openFaults } from '../faults/open-faults.ts';
import { badConfig } from '../shell/bad-config.ts';
import { findConnection } from '../shell/find-connection.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { whileStopping } from '../shell/while-stopping.ts';
import { answerSwitches } from './answer-switches.ts';
import { createSiteSwitch, CUT_OFF, LIE } from './create-site-switch.ts';
import { type DemoPast, makeDemoPast } from './demo-past.ts';
import { claimDemoFolder, type DemoRegistry, readDemoRegistry, writeDemoRegistry } from './demo-registry.ts';
import { makeDemoPool } from './make-demo-pool.ts';
import { revivePlants } from './revive-plants.ts';
import { startDemoControllers } from './start-demo-controllers.ts';
import { startDemoService } from './start-demo-service.ts';
import { whileWorking } from '../shell/while-working.ts';
import { CYCLE_MS, type DemoSignal, nextDemoSignal } from './next-demo-signal.ts';

// A visitor who took over the seat and went on to something else.
const LEFT_AFTER_MS = 60_000;
const LEFT = 'nobody asked for a minute';

/** Asks the pool for power each 4 s, as a grid operator would, except while a visitor asks for some. */
function runDemoSignal({ pools }: SetpointClient, poolId: string, onTrouble: (text: string) => void) {
  let sent: DemoSignal | null = null;
  let asking: Promise<void> = Promise.resolve();
  let trouble = '';
  const ask = async () => {
    try {
      const [last, availability] = [await readLast(pools, poolId), await pools.availability(poolId)];
      const bookedKw = Math.min(availability.import.bookedkW, availability.export.bookedkW);
      const nowMs = Date.now();
      const next = nextDemoSignal({ sent, last, bookedKw, nowMs });
      if (next !== null) {
        if (last !== null && nowMs - Date.parse(last.validUntil) > LEFT_AFTER_MS) await pools.takeSeat(poolId, LEFT);
        // Known as its own even if the answer gets lost.
        sent = next;
        await pools.sendSignal(poolId, { ...next, ...(last && { replaces: last.orderSequence }) });
      }
      trouble = '';
    } catch (cause) {
      // A visitor was faster, or took all members away; the next one comes in 4 s.
      if (cause instanceof SetpointError && cause.status === 409) return;
      const text = cause instanceof Error ? cause.message : String(cause);
      if (text !== trouble) onTrouble(text);
      trouble = text;
    }
  };
  const timer = setInterval(() => {
    asking = asking.then(ask);
  }, CYCLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return asking;
    },
  };
}

async function readLast(pools: SetpointClient['pools'], poolId: string) {
  try {
    return await pools.readSignal(poolId);
  } catch (cause) {
    if (cause instanceof SetpointError && cause.status === 404) return null;
    throw cause;
  }
}

interface DemoFacts {
  readonly url: string;
  /** Signs in to the console, once. */
  readonly signInUrl: string;
  readonly mqttUrl: string | undefined;
  readonly dataDir: string;
  readonly token: string;
  /** The default ports that another program listens on. */
  readonly taken: readonly string[];
  /** The site that the lines read and set. */
  readonly siteId: string;
  /** The pool that is asked for power each 4 s. */
  readonly poolId: string;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

/** What a visitor sees first: where to look, and three lines to paste. */
function demoText({ url, signInUrl, mqttUrl, dataDir, token, taken, siteId, poolId, nowMs }: DemoFacts): string {
  const entry = { startAt: new Date(nowMs).toISOString(), endAt: new Date(nowMs + HOUR_MS).toISOString(), value: 300 };
  const body = JSON.stringify({ schedules: [{ asset: 'bess', type: 'activePowerkW', entries: [entry] }] });
  const as = '-H "Authorization: Bearer $TOKEN"';
  const site = url + PATHS.site.replace(':siteId', siteId);
  const schedules = url + PATHS.schedules.replace(':siteId', siteId);
  const moved =
    taken.length === 0
      ? ''
      : `\n  (Ports in use by another program: ${taken.join(', ')}. Free ports are used instead.)`;
  return `Twelve simulated sites report every 5 seconds and follow their schedules. Watch them:

${signInUrl}
(it works once, within ten minutes; for another: SETPOINT_DATA_DIR=${dataDir} {setpoint} console)

  interface    ${url}
  reference    ${url}${PATHS.reference}
  pool         ${url}/pools/${poolId}
               (asked for power each 4 s, except while a signal that you sent there runs)
  controllers  ${[mqttUrl, url].filter((address) => address !== undefined).join(', ')}
  data         ${dataDir}${moved}

The lines below take this token, which is valid for a day:
TOKEN=${token}

List the sites:
curl -s ${as} ${url}${PATHS.sites}

Read one site, a brewery with a battery:
curl -s ${as} ${site}

Discharge its battery at 300 kW for an hour, and read the site again a few seconds later:
curl -s ${as} -H 'Content-Type: application/json' ${schedules} -d '${body}'

Ctrl-C stops everything.`;
}

/** `setpoint demo` */
export function demoCommand(program: Command, shell: Shell): void {
  program
    .command('demo')
    .description('run the service with twelve simulated sites and a day of history, to try it out')
    .option('--data <folder>', 'the folder for its data (default: SETPOINT_DATA_DIR, else ./demo-data)')
    .option('--faults <file>', 'JSON file of faults to inject; read again when it changes')
    .action(({ data, faults }: { data?: string; faults?: string }) =>
      runDemo(shell, data ?? shell.environment['SETPOINT_DATA_DIR'] ?? './demo-data', faults),
    );
}

async function runDemo(shell: Shell, dataDir: string, faultsPath: string | undefined): Promise<void> {
  const faults = await openDemoFaults(shell, faultsPath);
  const past = await openDemoPast(shell, dataDir);
  const { trader: traderKey, gridOperator, sites } = past.registry;
  const say = (text: string): void => shell.writeError(`${text}\n`);
  const cutOff = createSiteSwitch({ sites, kind: CUT_OFF, say });
  const lie = createSiteSwitch({ sites, kind: LIE, say });
  const switches = answerSwitches({ [DEMONSTRATION.cutOff]: cutOff, [DEMONSTRATION.lie]: lie });
  const openDoor = (port: number) => faults.openDoor(port, switches);
  const { service, url, taken } = await whileWorking(shell, 'Starting the service', () =>
    startDemoService({ environment: shell.environment, dataDir, openDoor, sayLog: shell.sayLog }),
  );
  const { mqttUrl } = service;
  const trader = createSetpointClient({ url: service.url, ...traderKey });
  const alive =
    past.running.size > 0 ? past : await whileWorking(shell, 'Planning', () => reviveDemo(past, trader, dataDir));
  const faultsOf = (siteName: string) => [faults, cutOff, lie].flatMap((one) => one.ofSite(siteName));
  const { writeError } = shell;
  const controllers = await whileWorking(shell, 'Connecting the controllers', () =>
    startDemoControllers(alive, { url, mqttUrl: mqttUrl ?? url, dataDir, faultsOf, writeError }),
  );
  const connection = findConnection({ SETPOINT_DATA_DIR: dataDir });
  const operator = createSetpointClient({ ...connection, url: service.url });
  const asking = createSetpointClient({ url: service.url, ...gridOperator });
  const poolId = await makeDemoPool(operator, [connection.clientId, gridOperator.clientId], sites);
  const signal = runDemoSignal(asking, poolId, (text) => shell.writeError(`The signal of the pool: ${text}\n`));
  const { url: signInUrl } = await requestSignInLink(connection, connection);
  const { access_token: token } = await requestToken({ url: service.url }, traderKey);
  const visible = await trader.listSites();
  const shown = visible.find(({ siteName }) => siteName === 'Brewery Plzen') ?? visible[0];
  const text = demoText({
    url,
    signInUrl,
    mqttUrl,
    dataDir,
    token,
    taken,
    siteId: shown?.siteId ?? '',
    poolId,
    nowMs: Date.now(),
  });
  // A program that reads that it runs may stop it at once.
  const stopped = untilStopped(() =>
    whileStopping(shell, async () => {
      await signal.stop();
      await Promise.all(controllers.map((controller) => controller.stop()));
      await faults.close();
      await service.stop();
    }),
  );
  shell.print({ url, signInUrl, mqttUrl, opsUrl: service.opsUrl, dataDir, token, sites: sites.map(withoutKey) }, text);
  await stopped;
}

async function openDemoFaults({ writeError }: Shell, path: string | undefined): Promise<OpenFaults> {
  const { plantCatalogue } = await import('@setpoint/controller');
  return openFaults({ path, sites: plantCatalogue.map(({ name }) => name), writeError });
}

/** The sites as an earlier start left them, otherwise new ones with a simulated day behind them. */
async function openDemoPast(shell: Shell, dataDir: string): Promise<DemoPast> {
  const known = readDemoRegistry(dataDir);
  if (known !== undefined) return { registry: known, running: new Map() };
  if (!claimDemoFolder(dataDir)) {
    throw badConfig(`${dataDir} has a store that is not of the demonstration. Name another folder with --data.`, []);
  }
  shell.writeError('Simulating the last day of twelve sites; this happens only once.\n');
  const { plantCatalogue } = await import('@setpoint/controller');
  const { openSeeding } = await import('@setpoint/server/seeding');
  const seeding = await openSeeding(dataDir);
  try {
    let done = 0;
    const onSite = (siteName: string) => {
      shell.progress(`Simulating site ${(done += 1)} of ${plantCatalogue.length}: ${siteName}`);
    };
    const past = await makeDemoPast(seeding, plantCatalogue, { nowMs: Date.now(), onSite });
    writeDemoRegistry(dataDir, past.registry);
    return past;
  } finally {
    await seeding.close();
  }
}

async function reviveDemo({ registry }: DemoPast, trader: SetpointClient, dataDir: string): Promise<DemoPast> {
  const { plantCatalogue } = await import('@setpoint/controller');
  const revived = await revivePlants(registry, { trader, plants: plantCatalogue, nowMs: Date.now() });
  writeDemoRegistry(dataDir, revived.registry);
  return revived;
}

function withoutKey({ siteId, siteName }: DemoRegistry['sites'][number]) {
  return { siteId, siteName };
}
