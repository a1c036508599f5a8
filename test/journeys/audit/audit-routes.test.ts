import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AuditRecord, type AuditRecordList, OPERATIONS, PATHS } from '@setpoint/contract';
import { ask } from '../../interface/openapi/ask.ts';
import { goodCall } from '../../interface/openapi/good-call.ts';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { readRecords } from '@setpoint/server/testing/read-records';
import { registryState } from './registry-state.ts';
import { replayRecords } from './replay-records.ts';

// What is asked all the time, or asks without changing anything.
const NOT_RECORDED = new Set(
  `setSchedules spliceSchedules setPortfolio validateSchedules getPlans getHeadroom putPoolSignal sendPoolSignal
  takeBackPoolSignal sendReport endControllerSession issueToken testWebhook testAlert`.split(/\s+/),
);
const CHANGING = OPERATIONS.filter(({ id, method }) => method !== 'get' && !NOT_RECORDED.has(id));

describe('what the service records', async () => {
  const secrets = new Set<string>();
  const world = await worldOfTests();

  async function latest(): Promise<AuditRecord[]> {
    const headers = { Authorization: `Bearer ${await world.token('audit:read')}` };
    const { text } = await ask(world.base, { method: 'GET', path: `${PATHS.fleetAudit}?limit=1000`, headers });
    return [...(JSON.parse(text) as AuditRecordList).records];
  }

  it.each(CHANGING.map(({ id }) => id))('has the caller of %s, the address and the request', async (id) => {
    const reply = await ask(world.base, await goodCall(world, id));
    for (const secret of secretsIn(reply.text)) secrets.add(secret);
    expect(reply.status).toBeLessThan(300);
    const [record] = (await latest()).filter(({ requestId }) => requestId === reply.headers['x-request-id']);
    expect(record?.actor.kind).toMatch(/^(?:client|person)$/);
    expect(record?.address).toMatch(/127\.0\.0\.1$/);
  });

  it('says of all of it what there is now', async () => {
    const { records } = await readRecords(world.store);
    expect(replayRecords(records)).toEqual(await registryState(world.query));
  });

  it('finds by one id what was done to a site: itself, its grants, its holds and its pools', async () => {
    const [siteId, other] = [await world.site(), await world.site()];
    const { clientId } = await world.client({ siteId, can: 'read' }, { siteId: other, can: 'read' });
    await world.done('POST', PATHS.fleetHolds, { body: { siteId } });
    await world.pool([siteId]);
    const about = async (id: string) => {
      const { body } = await world.ask<AuditRecordList>('GET', `${PATHS.fleetAudit}?about=${id}&order=oldest`);
      return body.records.map(({ action }) => action);
    };
    expect(await about(siteId.toUpperCase())).toEqual(['site.added', 'grant.added', 'hold.made', 'pool.added']);
    expect(await about(other)).toEqual(['site.added', 'grant.added']);
    expect(await about(clientId)).toEqual(['client.added', 'grant.added', 'grant.added']);
    const wrong = await world.ask('GET', `${PATHS.fleetAudit}?about=north`);
    expect(wrong.status).toBe(400);
  });

  it('holds no secret that was handed out, nor the hash of one', async () => {
    const text = JSON.stringify(await latest());
    expect(secrets.size).toBeGreaterThan(4);
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(hash('sha256', secret));
    }
    expect(text).not.toMatch(/"d":"|private/i);
  });
});

// As they are named in answers, and by how they begin.
function secretsIn(text: string): string[] {
  return [...text.matchAll(/"(?:clientSecret|controllerKey|secret|access_token)":"([^"]+)"/g)].map(
    ([, secret = '']) => secret,
  );
}
