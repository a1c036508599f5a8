import { expect } from 'vitest';
import { openSigningKeys } from '@setpoint/server/testing/rooms/identity';
import { openPostgresStore } from '@setpoint/server/testing/rooms/store';
import type { TestDatabase } from '@setpoint/server/testing/create-test-database';
import { waitingCaller } from '@setpoint/server/testing/waiting-caller';
import { signInPerson } from '@setpoint/server/testing/sign-in-person';
import type { ServiceClient } from '../../support/service/service-client.ts';

interface TwoNodes {
  readonly database: TestDatabase;
  readonly publicUrl: string;
  /** At the node where things are changed. */
  readonly operator: ServiceClient;
  /** Where the person listens. */
  readonly otherUrl: string;
}

/** A person listens and waits at one node while the other takes a role from it, and then signs it out. */
export async function checkOtherNode({ database, publicUrl, operator, otherUrl }: TwoNodes): Promise<void> {
  const { personId, authorization } = await signIn(database.url, publicUrl);
  const [taken, kept] = [await operator.addSite('taken'), await operator.addSite('kept')];
  const roles = `/api/v1/fleet/persons/${personId}/roles`;
  for (const siteId of [taken, kept]) await operator.ask(roles, { method: 'PUT', body: { role: 'viewer', siteId } });
  const set = setBy(operator);
  const caller = waitingCaller({ base: otherUrl, authorization });
  const told = await caller.listen();

  const first = await set(taken);
  expect(await told.upTo(first.batchId)).toEqual([first.batchId]);
  const ofTaken = await caller.waitFor(first);
  // So it is under way, and the change finds it waiting.
  expect(await caller.status(taken)).toBe(200);
  expect((await operator.ask(`${roles}?siteId=${taken}`, { method: 'DELETE' })).status).toBe(204);
  // It ends the wait, too: what is superseded will not be accepted.
  await set(taken);
  expect(await ofTaken.answer).toBe(404);
  const last = await set(kept);
  expect(await told.upTo(last.batchId)).toEqual([last.batchId]);

  const ofKept = await caller.waitFor(last);
  expect(await caller.status(kept)).toBe(200);
  expect((await operator.ask(`/api/v1/fleet/persons/${personId}/sessions`, { method: 'DELETE' })).status).toBe(204);
  await set(kept);
  expect(await told.rest()).toEqual([]);
  expect([await ofKept.answer, await caller.status(kept)]).toEqual([401, 401]);
}

function setBy(operator: ServiceClient) {
  return async (siteId: string) => {
    const { status, body } = await operator.postSchedules(siteId, [
      { asset: 'grid', type: 'activePowerkW', entries: [] },
    ]);
    expect(status).toBe(201);
    return { siteId, batchId: (body as { batchId: string }).batchId };
  };
}

/** As a provider would vouch for it, at neither node. */
async function signIn(url: string, publicUrl: string) {
  const raise = (cause: Error) => {
    throw cause;
  };
  const store = await openPostgresStore({ url, connections: 2, isUnsafeAllowed: false, onLost: raise });
  try {
    const keys = await openSigningKeys({ store, now: () => Date.now() });
    const who = { issuer: 'https://login.example.com', subject: crypto.randomUUID() };
    const person = await signInPerson({ store, keys, publicUrl, now: Date.now() }, who);
    if (person === undefined) throw new Error('nobody can have disabled this person');
    return person;
  } finally {
    await store.close();
  }
}
