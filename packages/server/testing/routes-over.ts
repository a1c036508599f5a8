import type { Scope } from '@setpoint/contract';
import { pino } from 'pino';
import { buildHttp } from '../src/http/server/build-http.ts';
import { serveOperations } from '../src/serving/serve-operations.ts';
import { servingOver } from './serving-over.ts';
import type { World } from './open-world.ts';

const SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

/** For tests: what the routes of one room need, where a test gives them what no request can bring about. */
export function routesOver({ store, now, operatorId }: World, scopes = SCOPES) {
  const authenticate = () => ({ clientId: operatorId, scopes: new Set(scopes) });
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const serve = serveOperations(app, servingOver(store, authenticate));
  return { app, serve, store, now };
}
