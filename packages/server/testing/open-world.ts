import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddedClient, type AddedSite, type ClientId, PATHS, type TokenResponse } from '@setpoint/contract';
import { openStoreIn } from './open-test-store.ts';
import { type Store, StoreFailure } from '../src/store/store.ts';
import { signInPerson } from './sign-in-person.ts';
import { openSigningKeys } from '../src/identity/signing-keys.ts';
import { type App, openAlone, PUBLIC_URL } from './build-alone.ts';
import { ask, type Call } from './ask.ts';
import { onlyNode } from '../src/nodes/nodes.ts';
import { ensureOperator } from '../src/registry/ensure-operator.ts';

const SECRET = 'secret of the operator';
const MINUTE_MS = 60_000;

/** What no request can bring about, as switches. */
interface Trouble {
  /** Set, every access to the store fails this way. */
  failure: 'not-applied' | 'unknown' | undefined;
  isStopping: boolean;
}

interface Started {
  readonly app: App;
  readonly base: string;
  /** Opens the port that `SETPOINT_MQTT_PORT` names. */
  readonly listenMqtt: () => Promise<string>;
}

/** The whole service over a real store. */
export interface World extends Started {
  readonly trouble: Trouble;
  readonly operatorId: string;
  /** An app of its own over the same store, with settings of its own. */
  startAnother(environment?: Readonly<Record<string, string>>, now?: () => number): Promise<Started>;
  /** The address of an app that allows one failed sign-in a minute, a minute later each time. */
  strictlyLater(): Promise<string>;
  token(scope: string, client?: { readonly clientId: string; readonly clientSecret: string }): Promise<string>;
  addSite(): Promise<string>;
  addClient(): Promise<AddedClient>;
  /** Somebody whom a provider vouches for, somebody new if nothing is said, and who has no role yet. */
  signInPerson(
    groups?: readonly string[],
    who?: { readonly subject?: string; readonly groupsEndAt?: number },
  ): Promise<{ readonly personId: string; readonly sessionId: string; readonly authorization: string }>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-openapi-'));
  const real = await openStoreIn(folder);
  const operator = { clientId: randomUUID() as string as ClientId, clientSecret: SECRET };
  await real.write(ensureOperator, { clientId: operator.clientId, secretHash: hash('sha256', SECRET), now: 0 });
  const trouble: Trouble = { failure: undefined, isStopping: false };
  const apps: App[] = [];

  const startAnother: World['startAnother'] = async (environment = {}, now = Date.now) => {
    const { app, listenMqtt } = await openAlone({
      environment,
      nodes: { ...onlyNode, now },
      store: failing(real, trouble),
      isStopping: () => trouble.isStopping,
    });
    apps.push(app);
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, base, listenMqtt };
  };

  let strict: Promise<Started> | undefined;
  let laterMs = 0;
  const startStrict = () => {
    const stoppedAt = Date.now();
    return startAnother({ SETPOINT_FAILED_AUTH_PER_MINUTE: '1' }, () => stoppedAt + laterMs);
  };

  const { app, base, listenMqtt } = await startAnother();
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
    listenMqtt,
    trouble,
    operatorId: operator.clientId,
    startAnother,
    async strictlyLater() {
      strict ??= startStrict();
      laterMs += MINUTE_MS;
      return (await strict).base;
    },
    token,
    addSite: async () => (await create<AddedSite>(PATHS.fleetSites, { siteName: 'Nordhafen' })).siteId,
    addClient: () => create<AddedClient>(PATHS.fleetClients, { clientName: 'Optimiser' }),
    async signInPerson(groups = [], who = {}) {
      const now = Date.now();
      const keys = await openSigningKeys({ store: real, now: () => Date.now() });
      const vouched = { issuer: 'https://login.example.com', subject: randomUUID(), groups, ...who };
      const person = await signInPerson({ store: real, keys, publicUrl: PUBLIC_URL, now }, vouched);
      if (person === undefined) throw new Error('nobody can have disabled this person');
      return person;
    },
    async close() {
      for (const one of apps) await one.close();
      await real.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A clock that stands still: calls are counted anew each minute, and no minute may end between two that are counted. */
export function stoppedClock(): () => number {
  const stoppedAt = Date.now();
  return () => stoppedAt;
}

function failing(real: Store, trouble: Trouble): Store {
  return {
    ...real,
    write: (name, input) => (trouble.failure === undefined ? real.write(name, input) : failWith(trouble.failure)),
    read: (transaction, input) =>
      trouble.failure === undefined ? real.read(transaction, input) : failWith(trouble.failure),
  };
}

async function answered<Body>(base: string, call: Call): Promise<Body> {
  const { status, text } = await ask(base, call);
  if (status >= 300) throw new Error(`${call.path}: ${status} ${text}`);
  return JSON.parse(text) as Body;
}

function failWith(outcome: 'not-applied' | 'unknown'): Promise<never> {
  return Promise.reject(new StoreFailure(outcome, 'the disk is gone'));
}
