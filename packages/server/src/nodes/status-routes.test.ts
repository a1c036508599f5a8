import { type NodeStatus, PATHS, type ServiceNodeList } from '@setpoint/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Headers } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';
import { noteNode } from './note-node.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  const node = { nodeId: 'a', nodeName: 'node a', softwareVersion: '0.1.0', startedAt: '2030-01-01T09:00:00.000Z' };
  const figures = { controllers: 3, waitingWrites: 2, commitMs: 4.1, eventLoopDelayMs: 1.6 };
  await world.store.write(noteNode, {
    node: { ...node, ...figures, isDraining: false, isChosen: true },
    isFirst: true,
    now: Date.now(),
  });
});
afterAll(() => world.close());

async function read(as: Headers) {
  const status = await world.done<NodeStatus>('GET', PATHS.fleetStatus, { as });
  const { nodes } = await world.done<ServiceNodeList>('GET', PATHS.fleetNodes, { as });
  return { status, node: nodes.find(({ nodeId }) => nodeId === 'a') };
}

it('tells operators and auditors how busy the nodes are', async () => {
  const { status, node } = await read(await world.bearer('sites:read+fleet:admin'));
  const number = expect.any(Number) as number;
  expect(status).toMatchObject({ isWritable: true, writeMs: number, waitingWrites: 0, eventLoopDelayMs: number });
  expect(status).toMatchObject({ lastBackupAt: null, certificateEndsAt: null });
  expect(status).toMatchObject({ mqttControllers: number, mqttConnections: number, mostMqttConnections: number });
  expect(node).toMatchObject({ nodeName: 'node a', waitingWrites: 2, commitMs: 4.1, eventLoopDelayMs: 1.6 });
});

it('tells nobody else, whose sites may be few: not even one who sees all', async () => {
  for (const grant of [{ allSites: true }, { siteId: await world.site() }]) {
    const client = await world.client({ ...grant, can: 'schedule' });
    const { status, node } = await read(await world.bearer('sites:read', client));
    const hidden = { softwareVersion: null, waitingWrites: null, eventLoopDelayMs: null };
    expect(status).toMatchObject({ diskFreeBytes: null, diskBytes: null, lastBackupAt: null, certificateEndsAt: null });
    expect(status).toMatchObject({ mqttControllers: null, mqttConnections: null, mostMqttConnections: null });
    expect(status).toMatchObject({ ...hidden, isWritable: true, store: 'sqlite', writeMs: null });
    expect(node).toMatchObject({ ...hidden, nodeName: null, commitMs: null, state: 'serving', controllers: 3 });
  }
});
