import type { ClientId, SiteId } from '@setpoint/contract';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, openTestFleet, type TestFleet } from '../testing/open-test-fleet.ts';

/** Who was answered, in order. */
type Answered = readonly string[];

const HEAVY_PLANS = 60;
const HEAVY_READS = 1_000;
// What of a heavy caller may go before one answer of a light one: turns to compute, and cheap requests.
const MOST_PLANS_BEFORE = 3;
const MOST_READS_BEFORE = 3 * 64;

describe('beside a heavy caller, a light one', () => {
  let fleet: TestFleet;
  let siteId: SiteId;
  let heavy: ClientId;
  let light: ClientId;
  let answered: string[];

  beforeEach(async () => {
    fleet = await openTestFleet();
    answered = [];
    fleet.app.addHook('onResponse', async ({ headers }) => void answered.push(headers.authorization ?? ''));
    siteId = await fleet.addSite();
    heavy = await fleet.addClient('read');
    light = await fleet.addClient('read');
    await fleet.set(siteId, 'grid activePowerkW | 00-24 100');
    answered = [];
  });
  afterEach(() => fleet.close());

  const ofHeavy = (some: Answered) => some.filter((who) => who === `Bearer ${heavy}`).length;

  /** How many answers of the heavy caller went before that of the light one, which came when it was at work. */
  async function answersBefore(path: string, times: number): Promise<number> {
    const asked = Array.from({ length: times }, () => fleet.ask(path, { client: heavy }));
    while (ofHeavy(answered) === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = answered.length;
    const { status } = await fleet.ask(path, { client: light });
    expect(status).toBe(200);
    const after = answered.indexOf(`Bearer ${light}`);
    await Promise.all(asked);
    expect(ofHeavy(answered)).toBe(times);
    return ofHeavy(answered.slice(before, after));
  }

  it('has its plan as soon as a few of the other are made, not when all are', async () => {
    const path = `/api/v1/fleet/sites/${siteId}/plan?${DAY}`;
    expect(await answersBefore(path, HEAVY_PLANS)).toBeLessThanOrEqual(MOST_PLANS_BEFORE);
  });

  it('reads a site after some of the thousand reads of the other, not after all', async () => {
    expect(await answersBefore(`/api/v1/public/sites/${siteId}`, HEAVY_READS)).toBeLessThanOrEqual(MOST_READS_BEFORE);
  });

  it('reads a site between 40 plans that the other sent in one packet', async () => {
    await fleet.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = fleet.app.server.address() as AddressInfo;
    const plan = `GET /api/v1/fleet/sites/${siteId}/plan?${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${heavy}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').resume();
    socket.write(plan.repeat(40));
    while (ofHeavy(answered) === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = ofHeavy(answered);
    await fleet.ask(`/api/v1/public/sites/${siteId}`, { client: light });
    const after = ofHeavy(answered.slice(0, answered.indexOf(`Bearer ${light}`)));
    expect(after - before).toBeLessThanOrEqual(MOST_PLANS_BEFORE);
    while (ofHeavy(answered) < 40) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
  });
});
