import { MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import type { Attack, Field } from '../attack.ts';
import { flood, floodOf, openPlain } from '../flood.ts';
import { pause } from '../pause.ts';

const who = 'a controller key';
const FAULTS = 20_000;

function reportOf(sequence: number, devices: unknown): string {
  const sentAt = new Date().toISOString();
  return JSON.stringify({ session: 'attack', sequence, sentAt, schedule: null, devices });
}

const faultyTree = {
  uid: 'a',
  node_type: 'Device',
  device_type: 'bess',
  children: Array.from({ length: FAULTS }, () => ({ uid: 1 })),
};
const tree = {
  uid: 'a',
  node_type: 'DeviceGroup',
  device_type: 'site',
  children: Array.from({ length: 1_900 }, (_, index) => ({
    uid: `d${index}`,
    node_type: 'Device',
    device_type: 'bess',
    children: [],
    rated_power_upper_limit_kW: 1,
    rated_power_lower_limit_kW: -1,
    active_power_kw: 0.5,
  })),
};

function connectFrom(field: Field): MqttClient {
  const { siteId, controllerKey } = field.world.attackers.controller;
  const identity = { clientId: siteId, username: siteId, password: controllerKey };
  const options = { ...identity, reconnectPeriod: 0, connectTimeout: 5_000 };
  return new MqttClient(() => openPlain(field, field.world.mqttPort), options).on('error', () => undefined);
}

const manySessions: Attack = {
  name: 'connections of one key',
  who,
  async run(field) {
    const { siteId } = field.world.attackers.controller;
    await flood(field, { lanes: 50, perSecond: 200 }, async () => {
      const client = connectFrom(field);
      const how = await new Promise<string>((resolve) => {
        client.on('connect', () => {
          client.subscribe(`sites/v1/${siteId}/schedule`, { qos: 1 }, () => undefined);
          client.on('message', () => resolve('snapshot'));
        });
        client.on('close', () => resolve('closed'));
        void pause(10_000, field.over).then(() => resolve('nothing'));
      });
      field.count(how);
      client.end(true);
    });
  },
};

const mqttReports: Attack = {
  name: 'reports by MQTT, as fast as they go',
  who,
  async run(field) {
    const { siteId } = field.world.attackers.controller;
    let sequence = 0;
    while (!field.over.aborted) {
      const client = connectFrom(field);
      const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
      field.over.addEventListener('abort', () => client.end(true));
      let isOpen = true;
      void closed.then(() => (isOpen = false));
      await Promise.race([new Promise<void>((resolve) => client.on('connect', () => resolve())), closed]);
      await flood(field, { lanes: 32, perSecond: 300 }, async () => {
        if (!isOpen) return pause(1_000, field.over);
        const report = reportOf(
          (sequence += 1),
          sequence % 4 === 0 ? faultyTree : sequence % 4 === 1 ? tree : undefined,
        );
        const told = client.publishAsync(`sites/v1/${siteId}/report`, report, { qos: 1 });
        const how = await Promise.race([
          told.then(
            () => 'taken',
            () => 'refused',
          ),
          closed.then(() => 'closed'),
        ]);
        field.count(how);
      });
    }
  },
};

const pings: Attack = {
  name: '32,768 pings in a packet, by MQTT',
  who,
  async run(field) {
    const { siteId, controllerKey } = field.world.attackers.controller;
    const identity = { clientId: siteId, username: siteId, password: Buffer.from(controllerKey) };
    const hello = generate({ cmd: 'connect', keepalive: 30, clean: true, ...identity });
    const bytes = Buffer.concat(Array.from({ length: 32_768 }, () => generate({ cmd: 'pingreq' })));
    await flood(field, { lanes: 16, perSecond: 100 }, async () => {
      const socket = openPlain(field, field.world.mqttPort).on('error', () => undefined);
      const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write(hello);
      socket.once('data', () => socket.write(bytes));
      await Promise.race([isClosed, pause(5_000, field.over)]);
      socket.destroy();
      field.count('pings');
    });
  },
};

export const controllers: readonly Attack[] = [
  floodOf({ name: '1,200 polls of one key', who, lanes: 1_200, perSecond: 400 }, ({ world }) => () => ({
    path: '/api/v1/controller/schedule',
    token: world.attackers.controller.controllerKey,
    headers: { Prefer: 'wait=55', 'If-None-Match': '"1.0.00000000"' },
  })),
  floodOf({ name: 'reports with 20,000 faults', who, lanes: 8, perSecond: 40 }, ({ world }) => (index) => ({
    method: 'POST',
    path: '/api/v1/controller/report',
    token: world.attackers.controller.controllerKey,
    body: reportOf(index, index % 2 === 0 ? faultyTree : tree),
  })),
  manySessions,
  mqttReports,
  pings,
];
