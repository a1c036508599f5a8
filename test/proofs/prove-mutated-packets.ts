import assert from 'node:assert/strict';
import { connectForeign, type ForeignController, mqttUrlOf } from '../support/site/foreign-controller.ts';
import { type KeptSite, startKeptSite } from '../interface/kept-site.ts';
import { memoryOf } from './memory-of.ts';
import { type PacketCounts, sendMutatedPackets } from '../interface/bad-input/send-mutated-packets.ts';
import type { Report } from './write-report.ts';

const LANES = 8;
const PARTS = 10;
const HEAP_MIB = 96;
// A value that occurs nowhere else, and so is found again if it ever leaks.
const FIRST_VALUE = 4_711_000_001;

/** Mutated packets at a service that has a good controller to serve beside; throws when any of it is noticed. */
async function sendPacketsBeside(packets: number) {
  // So little that a service which released no memory would be dead; left alone, a process collects when it likes.
  await using kept = await startKeptSite({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` });
  const { service, operator } = kept;
  const own = await operator.registerSite('attacker');
  const login = await operator.registerSite('good');
  const good = await connectForeign(service, login);
  const secrets = [login.siteId, login.controllerKey, kept.siteId, String(FIRST_VALUE).slice(0, 6)];
  // What is in the packets themselves may come back in none of them: nothing is routed.
  const run = {
    port: Number(new URL(mqttUrlOf(service)).port),
    parties: { own, other: login.siteId },
    secrets,
    lanes: LANES,
  };
  const over = new AbortController();
  const beside = workOn(kept, good, { siteId: login.siteId, over: over.signal });
  const died = service.ended.then(() => Promise.reject(new Error(`the service died: ${service.output()}`)));
  const memory: number[] = [];
  const total: PacketCounts = { packets: 0, connections: 0, authenticated: 0, answered: 0 };
  for (let part = 1; part <= PARTS; part += 1) {
    const sent = await Promise.race([
      sendMutatedPackets({ ...run, packets: packets / PARTS, seed: part }),
      beside,
      died,
    ]);
    if (typeof sent === 'number') throw new Error('the good controller stopped');
    memory.push(memoryOf(service.pid));
    for (const key of Object.keys(total) as (keyof PacketCounts)[]) total[key] += sent[key];
  }
  over.abort();
  const reports = await beside;
  died.catch(() => undefined);
  assert.ok(good.client.connected, 'the good controller lost its connection');
  const topics = new Set(good.received.map(({ topic }) => topic));
  assert.deepEqual([...topics], [`sites/v1/${login.siteId}/schedule`]);
  await kept.expectUntouched();
  good.client.end(true);
  return { ...total, reports, snapshots: good.received.length, memoryMib: memory };
}

// A batch, its snapshot and its report, one after the other for as long as it lasts.
async function workOn(
  { operator }: KeptSite,
  good: ForeignController,
  { siteId, over }: { readonly siteId: string; readonly over: AbortSignal },
): Promise<number> {
  let reports = 0;
  const span = {
    startAt: new Date(Date.now() + 3_600_000).toISOString(),
    endAt: new Date(Date.now() + 7_200_000).toISOString(),
  };
  while (!over.aborted || reports === 0) {
    const value = FIRST_VALUE + reports;
    const posted = await operator.postSchedules(siteId, [
      { asset: 'grid', type: 'activePowerkW', entries: [{ ...span, value }] },
    ]);
    assert.equal(posted.status, 201);
    const snapshot = await good.until(({ commands }) => commands[0]?.entries[0]?.value === value);
    await good.report();
    reports += 1;
    const delivery = await operator.ask(`/api/v1/fleet/sites/${siteId}/delivery`);
    assert.deepEqual(
      [delivery.status, (delivery.body as { state: string }).state],
      [200, 'in_sync'],
      snapshot.revision,
    );
  }
  return reports;
}

const PACKETS = 100_000;

export async function proveMutatedPackets(): Promise<Report> {
  const { packets, connections, authenticated, reports, memoryMib: memory } = await sendPacketsBeside(PACKETS);
  const facts = [
    `${packets} packets over ${connections} connections, ${authenticated} of them let in first.`,
    `Memory of the service, whose heap may be ${HEAP_MIB} MiB, after each tenth: ${memory.join(', ')} MiB; nothing logged as an error, health 204.`,
    `Meanwhile a good controller beside got and reported ${reports} batches, each in step before the next, and nothing that was not its own.`,
  ];
  return { facts, faults: [] };
}
