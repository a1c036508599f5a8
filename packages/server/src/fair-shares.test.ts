import type { SiteId } from '@setpoint/contract';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MIDNIGHT, setDrawn } from '../testing/draw-schedules.ts';
import { worldOfTest } from '../testing/open-world.ts';
import { inEachTest } from '../testing/of-tests.ts';

/** Who was answered, in order. */
type Answered = readonly string[];

const HEAVY_PLANS = 60;
const HEAVY_READS = 1_000;
// What of a heavy caller may go before one answer of a light one: turns to compute, and cheap requests. By turn it is one;
// a busy machine lets some pass that were under way. Without turns, it is all.
const MOST_PLANS_BEFORE = 20;
const MOST_READS_BEFORE = 3 * 64;

describe('beside a heavy caller, a light one', () => {
  let siteId: SiteId;
  let heavy: Record<string, string>;
  let light: Record<string, string>;
  let answered: string[] = [];

  const world = inEachTest(() => worldOfTest({ clock: { now: MIDNIGHT } }));
  beforeEach(async () => {
    siteId = await world.site();
    heavy = await reader();
    light = await reader();
    await setDrawn(world, siteId, 'grid activePowerkW | 00-24 100');
    // A token is remembered once it is verified.
    for (const as of [heavy, light]) await ask(`/api/v1/public/sites/${siteId}`, as);
    answered = [];
  });

  const reader = async () => world.bearer('sites:read', await world.client({ allSites: true, can: 'read' }));
  async function ask(path: string, as: Record<string, string>): Promise<void> {
    const { status } = await world.ask('GET', path, { as });
    expect(status).toBe(200);
    answered.push(as['Authorization'] ?? '');
  }

  const ofHeavy = (some: Answered) => some.filter((who) => who === heavy['Authorization']).length;

  /** How many answers of the heavy caller went before that of the light one, which came when it was at work. */
  async function answersBefore(path: string, times: number): Promise<number> {
    const asked = Array.from({ length: times }, () => ask(path, heavy));
    while (ofHeavy(answered) === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = answered.length;
    await ask(path, light);
    const after = answered.indexOf(light['Authorization'] ?? '');
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
    const { server } = world.app;
    server.on('request', (_, answer) => answer.once('finish', () => answered.push(heavy['Authorization'] ?? '')));
    const { port } = new URL(world.base);
    const plan = `GET /api/v1/fleet/sites/${siteId}/plan?${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: ${heavy['Authorization']}\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1').resume();
    socket.write(plan.repeat(40));
    while (ofHeavy(answered) === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = ofHeavy(answered);
    await ask(`/api/v1/public/sites/${siteId}`, light);
    const after = ofHeavy(answered.slice(0, answered.indexOf(light['Authorization'] ?? '')));
    expect(after - before).toBeLessThanOrEqual(MOST_PLANS_BEFORE);
    while (ofHeavy(answered) < 40) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
  });
});
