import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientId, Scope } from '@setpoint/contract';
import { pino } from 'pino';
import { queryStore } from './query-store.ts';
import { createAccess } from '../src/access/access.ts';
import { buildHttp } from '../src/http/build-http.ts';
import { accessRoutes } from '../src/registry/access-routes.ts';
import { addClient } from '../src/registry/add-client.ts';
import { clientRegistryRoutes } from '../src/registry/client-registry-routes.ts';
import { siteRegistryRoutes } from '../src/registry/site-registry-routes.ts';
import { type OperatorFile, replaceOperatorSecret } from '../src/registry/operator-file.ts';
import { openStoreIn } from './open-test-store.ts';
import { testBudget } from './test-budget.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
export const OPERATOR = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
export const READER = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;
export const SITES = '/api/v1/fleet/sites';
export const CLIENTS = '/api/v1/fleet/clients';

const SCOPES: Record<string, readonly Scope[]> = {
  [OPERATOR]: ['sites:read', 'schedules:write', 'fleet:admin'],
  [READER]: ['sites:read'],
};

interface Asking {
  /** A client by its id, which is its token; left out, the operator. */
  readonly as?: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** What some answer or other has; a test asks only for what belongs there. */
interface Body {
  readonly siteId: string;
  readonly controllerKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly message: string;
  readonly sites: { siteName: string }[];
  readonly nextCursor: string | null;
  readonly grants: unknown[];
}

export interface TestRegistry extends AsyncDisposable {
  /** Where `operator.json` is, if there is one. */
  readonly folder: string;
  readonly ask: (method: string, path: string, asking?: Asking) => Promise<Answer>;
  /** Rows of the store, past it; `?` stands for the id. */
  readonly stored: (sql: string, id: string) => Promise<Record<string, unknown>[]>;
}

/** For tests: the routes of the registry over a store with an operator and a reader. */
export async function openTestRegistry(): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-registry-'));
  const store = await openStoreIn(folder);
  for (const [clientId, scopes] of Object.entries(SCOPES)) {
    const client = { clientId: clientId as ClientId, clientName: clientId, secretHash: clientId };
    await store.write(addClient, { ...client, scopes, now: NOW });
  }
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const options = {
    store,
    now: () => NOW,
    offlineAfterMs: 90_000,
    access: createAccess({ budget: testBudget(), store, authenticate: byClientId }),
    onRescheduled: () => undefined,
    onRemoved: () => undefined,
    onSecretAdded: (added: Omit<OperatorFile, 'url'>) => replaceOperatorSecret(folder, added),
  };
  siteRegistryRoutes(app, options);
  clientRegistryRoutes(app, options);
  accessRoutes(app, options);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    folder,
    async ask(method, path, { as = OPERATOR, body } = {}) {
      const response = await fetch(base + path, {
        method,
        headers: { authorization: as, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
    },
    stored: async (sql, id) => queryStore(folder, sql.replace('?', `'${id}'`)),
    async [Symbol.asyncDispose]() {
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function byClientId(authorization: string | undefined) {
  const scopes = SCOPES[authorization ?? ''];
  return scopes === undefined ? undefined : { clientId: authorization as ClientId, scopes: new Set(scopes) };
}
