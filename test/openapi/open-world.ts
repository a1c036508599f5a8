import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddedClient, type AddedSite, type ClientId, PATHS, type TokenResponse } from '@setpoint/contract';
import { pino } from 'pino';
import { createMetrics } from '../../packages/server/src/platform/metrics.ts';
import { createNodeFigures } from '../../packages/server/src/platform/node-figures.ts';
import { readConfig } from '../../packages/server/src/read-config.ts';
import { buildService } from '../../packages/server/src/build-service.ts';
import { layGround } from '../../packages/server/src/open-ground.ts';
import { onlyNode } from '../../packages/server/src/nodes/nodes.ts';
import { createUnwinding } from '../../packages/server/src/platform/unwinding.ts';
import { openRooms } from '../../packages/server/src/rooms.ts';
import { openStoreIn } from '../../packages/server/src/testing/open-test-store.ts';
import { type Store, StoreFailure } from '../../packages/server/src/store/store.ts';
import { ask, type Call } from './ask.ts';
import { ensureOperator } from '../../packages/server/src/registry/ensure-operator.ts';

const PUBLIC_URL = 'https://setpoint.example.com';
const SECRET = 'secret of the operator';

type App = ReturnType<typeof buildService>;

/** What no request can bring about, as switches. */
interface Trouble {
  /** Set, every access to the store fails this way. */
  failure: 'not-applied' | 'unknown' | undefined;
  isStopping: boolean;
}

interface Started {
  readonly app: App;
  readonly base: string;
}

/** The whole service over a real store. */
export interface World extends Started {
  readonly trouble: Trouble;
  readonly operatorId: string;
  /** An app of its own over the same store, with settings of its own. */
  startAnother(environment?: Readonly<Record<string, string>>): Promise<Started>;
  token(scope: string, client?: { readonly clientId: string; readonly clientSecret: string }): Promise<string>;
  addSite(): Promise<string>;
  addClient(): Promise<AddedClient>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-openapi-'));
  const real = await openStoreIn(folder);
  const operator = { clientId: randomUUID() as string as ClientId, clientSecret: SECRET };
  await real.write(ensureOperator, { clientId: operator.clientId, secretHash: hash('sha256', SECRET), now: 0 });
  const trouble: Trouble = { failure: undefined, isStopping: false };
  const apps: App[] = [];

  async function startAnother(environment: Readonly<Record<string, string>> = {}): Promise<Started> {
    const app = await appOver({ environment, store: failing(real, trouble), isStopping: () => trouble.isStopping });
    apps.push(app);
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, base };
  }

  const { app, base } = await startAnother();
  const token: World['token'] = async (scope, { clientId, clientSecret } = operator) => {
    const body = `grant_type=client_credentials&scope=${scope}&client_id=${clientId}&client_secret=${clientSecret}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const issued = await answered<TokenResponse>(base, { method: 'POST', path: PATHS.token, headers, body });
    return issued.access_token;
  };
  const create = async <Body>(path: string, body: unknown): Promise<Body> => {
    const headers = { Authorization: `Bearer ${await token('fleet:admin')}`, 'Content-Type': 'application/json' };
    return answered<Body>(base, { method: 'POST', path, headers, body: JSON.stringify(body) });
  };
  return {
    app,
    base,
    trouble,
    operatorId: operator.clientId,
    startAnother,
    token,
    addSite: async () => (await create<AddedSite>(PATHS.fleetSites, { siteName: 'Nordhafen' })).siteId,
    addClient: () => create<AddedClient>(PATHS.fleetClients, { clientName: 'Optimiser' }),
    async close() {
      for (const one of apps) await one.close();
      await real.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function failing(real: Store, trouble: Trouble): Store {
  return {
    ...real,
    write: (name, input) => (trouble.failure === undefined ? real.write(name, input) : failWith(trouble.failure)),
    read: (transaction, input) =>
      trouble.failure === undefined ? real.read(transaction, input) : failWith(trouble.failure),
  };
}

interface Setting {
  readonly environment: Readonly<Record<string, string>>;
  readonly store: Store;
  readonly isStopping: () => boolean;
}

async function appOver({ environment, store, isStopping }: Setting): Promise<App> {
  const read = readConfig(environment);
  if (read.kind === 'invalid') throw new Error(read.problems.join());
  const { config } = read;
  const unwinding = createUnwinding();
  const figures = createNodeFigures();
  unwinding.add(() => figures.stop());
  const footing = {
    store,
    kind: 'sqlite',
    sharedUrl: undefined,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    refusals: { note: () => undefined, stop: () => undefined },
    admissions: ANYBODY,
    figures,
    nodes: onlyNode,
    leaving: { isDraining: isStopping, isStopping, drain: () => Promise.resolve() },
    publicUrl: PUBLIC_URL,
  } as const;
  const ground = await layGround(config, footing, unwinding);
  const app = buildService(ground, openRooms(ground, config).rooms, config.http);
  app.addHook('onClose', () => unwinding.unwind());
  return app;
}

async function answered<Body>(base: string, call: Call): Promise<Body> {
  const { status, text } = await ask(base, call);
  if (status >= 300) throw new Error(`${call.path}: ${status} ${text}`);
  return JSON.parse(text) as Body;
}

const OPEN_DOOR = { watch: () => undefined, proved: () => undefined };
// Nobody opens it here.
const OPS_DOOR = {
  limits: { most: 1, mostStrangers: 1, mostOfAddress: 1, mostOfOwner: 1, trustedProxies: [] },
  onRefused: () => undefined,
};
const ANYBODY = { http: OPEN_DOOR, mqtt: OPEN_DOOR, mqtts: OPEN_DOOR, ops: OPS_DOOR };

function failWith(outcome: 'not-applied' | 'unknown'): Promise<never> {
  return Promise.reject(new StoreFailure(outcome, 'the disk is gone'));
}
