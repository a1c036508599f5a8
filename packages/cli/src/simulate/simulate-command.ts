import { baseUrl } from '@setpoint/contract';
import { createSetpointClient, type RegistryCalls, type SetpointClient } from '@setpoint/client';
import { type Command, Option } from 'commander';
import { type OpenFaults, openFaults } from '../faults/open-faults.ts';
import { CliError } from '../shell/cli-error.ts';
import { findCaller } from '../shell/find-caller.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { whileStopping } from '../shell/while-stopping.ts';
import { numberOption } from '../shell/number-option.ts';
import { countText } from '../text/count-text.ts';
import { tellFleet } from './tell-fleet.ts';
import { durationOption } from '../shell/duration-option.ts';

interface KeyedSite {
  readonly siteId: string;
  readonly controllerKey: string;
}

interface WantedSite {
  readonly siteName: string;
  readonly timeZone: string;
}

const CALLS_AT_ONCE = 16;
const DIGITS = 5;

/** The name of a simulated site: the prefix and a number of five digits. */
function simulatedName(prefix: string, index: number): string {
  return `${prefix} ${String(index + 1).padStart(DIGITS, '0')}`;
}

/** Registers these sites and makes a new key for each; sites that already have such a name are used again. */
async function registerSites(registry: RegistryCalls, wanted: readonly WantedSite[]): Promise<KeyedSite[]> {
  const idByName = new Map<string, string>();
  for await (const { siteId, siteName } of registry.sites()) idByName.set(siteName, siteId);
  return eachAtOnce(wanted, async ({ siteName, timeZone }) => {
    const siteId = idByName.get(siteName);
    return siteId === undefined ? registry.addSite({ siteName, timeZone }) : renewKey(registry, siteId);
  });
}

/** Removes every site named with the prefix; resolves with their number. */
async function removeSites(registry: RegistryCalls, prefix: string): Promise<number> {
  const found: { siteId: string; siteName: string }[] = [];
  for await (const { siteId, siteName } of registry.sites()) {
    if (siteName.startsWith(`${prefix} `) && /^\d{5,}$/.test(siteName.slice(prefix.length + 1)))
      found.push({ siteId, siteName });
  }
  await eachAtOnce(found, ({ siteId, siteName }) => registry.removeSite(siteId, siteName));
  return found.length;
}

// Keys are shown only once, so those of an earlier run are lost; and a site has at most two.
async function renewKey(registry: RegistryCalls, siteId: string): Promise<KeyedSite> {
  const { keys } = await registry.listControllerKeys(siteId);
  for (const { keyId } of keys) await registry.revokeControllerKey(siteId, keyId);
  const { controllerKey } = await registry.addControllerKey(siteId);
  return { siteId, controllerKey };
}

async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  async function worker(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  return results;
}

const LOOK_EVERY_MS = 1_000;

interface SimulateOptions {
  readonly sites: number;
  readonly mqtt?: string | true;
  readonly https?: true;
  readonly url?: string;
  readonly prefix: string;
  readonly reportEvery: number;
  readonly seed: number;
  readonly cleanUp?: true;
  readonly faults?: string;
}

/** `setpoint simulate` */
export function simulateCommand(program: Command, shell: Shell): void {
  program
    .command('simulate')
    .description('run the controllers of many simulated sites against a service, to put load on it')
    .requiredOption(
      '--sites <number>',
      'how many sites; 10,000 take about 1.2 GB',
      numberOption({ least: 0, most: 99_999, isWhole: true }),
    )
    .addOption(new Option('--mqtt [url]', "connect over MQTT (default: port 1883 of the service's host)"))
    .addOption(new Option('--https', 'connect over HTTP with long polls').conflicts('mqtt'))
    .option('--url <url>', 'the address of the service (default: as for every command)')
    .option(
      '--prefix <text>',
      'the beginning of the site names; sites that have one are used again, with new keys',
      'simulated',
    )
    // A site that is silent for longer than 90 s is offline.
    .addOption(
      new Option('--report-every <duration>', 'the time between two reports of a site; a plain number is in seconds')
        .default(30, '30s')
        .argParser(durationOption({ unit: 'seconds', least: 1, most: 80 })),
    )
    .option(
      '--seed <number>',
      'another number simulates other plants',
      numberOption({ least: 0, most: 1_000_000, isWhole: true }),
      1,
    )
    .option('--clean-up', 'remove all sites with the prefix at the end')
    .option('--faults <file>', 'JSON file of faults to inject; read again when it changes')
    .action((options: SimulateOptions, command: Command) => {
      if (options.sites === 0 && options.cleanUp === undefined) {
        command.error('error: --sites 0 does nothing by itself; with --clean-up it removes the sites with the prefix');
      }
      return simulate(shell, options);
    });
}

async function simulate(shell: Shell, options: SimulateOptions): Promise<void> {
  const { prefix, seed, reportEvery: reportSeconds, cleanUp } = options;
  const names = Array.from({ length: options.sites }, (_, index) => simulatedName(prefix, index));
  const { writeError } = shell;
  const faults =
    options.faults === undefined ? undefined : await openFaults({ path: options.faults, sites: names, writeError });
  const { url, client } = await connect(shell, options.url);
  const { fleetPlant, runFleet } = await import('@setpoint/controller');
  shell.writeError(`Registering ${countText(options.sites, 'site')} at ${url} ...\n`);
  const wanted = names.map((siteName, index) => ({ siteName, timeZone: fleetPlant(index, seed).timeZone }));
  const registered = await registerSites(client.registry, wanted);
  const interfaceUrl = faults === undefined ? url : await openDoor(shell, faults, url);
  const sites = registered.map((site) => ({ ...site, url: controllersUrl(options, url, interfaceUrl) }));
  const trouble = { count: 0, last: '' };
  const onTrouble = (siteId: string, text: string) => {
    trouble.count += 1;
    trouble.last = `${siteId}: ${text}`;
  };
  const fleet = runFleet({
    sites,
    seed,
    reportSeconds,
    now: Date.now,
    onTrouble,
    faultsOf: faultsBySite(faults, registered, names),
  });
  if (sites.length > 0) {
    const look = tellFleet({ sites: sites.length, fleet, trouble, shell, now: () => performance.now() });
    const timer = setInterval(look, LOOK_EVERY_MS);
    await untilStopped(() => {
      clearInterval(timer);
      return whileStopping(shell, () => fleet.stop());
    });
  }
  await faults?.close();
  const removed = cleanUp === true ? await removeSites(client.registry, prefix) : 0;
  const { connected: _none, ...figures } = fleet.figures();
  const text = `${figures.reports} reports were recorded and ${figures.snapshots} snapshots arrived.`;
  shell.print(
    { sites: sites.length, ...figures, removed },
    removed === 0 ? text : `${text} Removed ${countText(removed, 'site')}.`,
  );
}

async function connect({ environment }: Shell, at?: string): Promise<{ url: string; client: SetpointClient }> {
  const connection = findCaller(at === undefined ? environment : { ...environment, SETPOINT_URL: at });
  const url = baseUrl(connection.url);
  const client = createSetpointClient({ ...connection, tries: 1 });
  if (await client.isHealthy()) return { url, client };
  throw new CliError('unreachable', `No healthy service answers at ${url}. Is \`{setpoint} serve\` running?`);
}

/** The address at which the faults of the interface are met, by the controllers here and by everybody else. */
async function openDoor({ writeError }: Shell, faults: OpenFaults, url: string): Promise<string> {
  const door = await faults.openDoor(0);
  door.passTo(url);
  writeError(`Faults of the interface are met at ${door.url}, in place of ${url}.\n`);
  return door.url;
}

function faultsBySite(faults: OpenFaults | undefined, registered: readonly KeyedSite[], names: readonly string[]) {
  if (faults === undefined) return undefined;
  const nameById = new Map(registered.map(({ siteId }, index) => [siteId, names[index] ?? '']));
  return (siteId: string) => faults.ofSite(nameById.get(siteId) ?? '');
}

function controllersUrl({ mqtt, https }: SimulateOptions, url: string, interfaceUrl: string): string {
  if (https === true) return interfaceUrl;
  if (typeof mqtt === 'string') return mqtt;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' ? `mqtts://${hostname}:8883` : `mqtt://${hostname}:1883`;
}
