import { randomUUID } from 'node:crypto';
import type { Scope } from '@setpoint/contract';
import type { Credentials } from '../support/service/sign-in.ts';
import type { ConsoleWorld } from './start-world.ts';

interface ClientOptions {
  readonly scopes?: Scope[];
  readonly can?: 'read' | 'schedule';
  /** What it has grants of: it sees these, and nothing that another test has made. */
  readonly siteIds?: readonly string[];
  readonly poolIds?: readonly string[];
}

/** A client of one's own; one that may schedule, unless it says otherwise. */
export async function addClient(
  { operator: { registry } }: ConsoleWorld,
  { scopes = ['sites:read', 'schedules:write'], can = 'schedule', siteIds = [], poolIds = [] }: ClientOptions,
): Promise<Credentials> {
  const added = await registry.addClient({ clientName: `Desk ${randomUUID()}`, scopes });
  for (const siteId of siteIds) await registry.putGrant(added.clientId, { siteId, can });
  for (const poolId of poolIds) await registry.putGrant(added.clientId, { poolId, can });
  return added;
}
