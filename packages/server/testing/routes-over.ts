import type { Scope } from '@setpoint/contract';
import { pino } from 'pino';
import { createAccess } from '../src/access/access.ts';
import { computeAnswers } from '../src/computing/compute-answers.ts';
import { joinAnswers } from '../src/computing/join-answers.ts';
import { buildHttp } from '../src/http/server/build-http.ts';
import { createCallerLimits } from '../src/limits/caller-limits.ts';
import { serveOperations } from '../src/serving/serve-operations.ts';
import type { World } from './open-world.ts';
import { testBudget } from './test-budget.ts';

const SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

/** For tests: what the routes of one room need, where a test gives them what no request can bring about. */
export function routesOver({ store, now, operatorId }: World, scopes = SCOPES) {
  const authenticate = () => ({ clientId: operatorId, scopes: new Set(scopes) });
  const budget = testBudget();
  const limits = createCallerLimits({ failedAuthPerMinute: 1_000, callsPerMinute: 0 }, now);
  const access = createAccess({ budget, store, authenticate, limits });
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const serve = serveOperations(app, { access, budget, compute: joinAnswers(computeAnswers({ store, lanes: 1 })) });
  return { app, serve, store, now, access, budget };
}
