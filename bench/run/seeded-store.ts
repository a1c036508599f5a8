import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FleetSite } from '../fleet/fleet-plan.ts';
import { inFlight } from './in-flight.ts';
import { batchText, FIRST_STAMP, siteCommands } from './batch-text.ts';
import { startSetpoint, type Setpoint } from './start-setpoint.ts';

type Environment = Readonly<Record<string, string>>;

/** A data directory of the service and what its sites must hold. */
export interface SeededStore {
  dataDir: string;
  /** What else a node over it must be told. */
  env: Environment;
  /** The stamp each site's battery command carries, by siteId. */
  stamps: Map<string, number>;
  /** What each site's controller signs in with, by siteId. */
  controllerKeys: Map<string, string>;
  nextStamp: number;
}

interface SeedOptions {
  envOf?: (name: string) => Promise<Environment>;
  /** Whose service seeds the stores. */
  program?: string;
}

/** Seeds each size once, on first use. */
export class SeededStores {
  readonly #directory: string;
  readonly #stores = new Map<number, Promise<SeededStore>>();

  readonly #envOf: (name: string) => Promise<Environment>;
  readonly program: string | undefined;

  constructor(directory: string, { envOf, program }: SeedOptions = {}) {
    this.#directory = directory;
    this.#envOf = envOf ?? (async () => ({}));
    this.program = program;
  }

  of(siteCount: number): Promise<SeededStore> {
    const store = this.#stores.get(siteCount) ?? this.#seed(siteCount);
    this.#stores.set(siteCount, store);
    return store;
  }

  async #seed(siteCount: number): Promise<SeededStore> {
    const env = await this.#envOf(`sites_${siteCount}`);
    const dataDir = join(this.#directory, `${siteCount}-sites`);
    return await seedStore({ dataDir, env, program: this.program }, siteCount);
  }
}

const SEEDS_IN_FLIGHT = 64;

async function seedStore(
  { dataDir, env, program }: Pick<SeededStore, 'dataDir' | 'env'> & { program: string | undefined },
  siteCount: number,
): Promise<SeededStore> {
  await mkdir(dataDir, { recursive: true });
  await using setpoint = await startSetpoint(dataDir, { env, program });
  const numbers = Array.from({ length: siteCount }, (_, number) => number);
  const sites = await inFlight(numbers, SEEDS_IN_FLIGHT, (number) => seedSite(setpoint, number));
  const stamps = new Map(sites.map(({ siteId }, number) => [siteId, FIRST_STAMP + number]));
  const controllerKeys = new Map(sites.map(({ siteId, controllerKey }) => [siteId, controllerKey]));
  return { dataDir, env, stamps, controllerKeys, nextStamp: FIRST_STAMP + siteCount };
}

async function seedSite(setpoint: Setpoint, number: number): Promise<FleetSite> {
  const siteName = `Site ${String(number).padStart(5, '0')}`;
  const site = await post(setpoint, '/api/v1/fleet/sites', JSON.stringify({ siteName }));
  const { siteId, controllerKey } = (await site.json()) as FleetSite;
  const batch = await post(setpoint, schedulesPath(siteId), batchText(siteCommands(FIRST_STAMP + number)));
  await batch.arrayBuffer();
  return { siteId, controllerKey };
}

async function post(setpoint: Setpoint, path: string, body: string): Promise<Response> {
  const headers = { authorization: `Bearer ${setpoint.token}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(path, setpoint.url), { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response;
}

export function sitePath(siteId: string): string {
  return `${SITES_PATH}/${siteId}`;
}

export function schedulesPath(siteId: string): string {
  return `${sitePath(siteId)}/schedules`;
}

export const SITES_PATH = '/api/v1/public/sites';
