import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import type { RunningSubject, Subject, SubjectAddress } from '../src/subject.ts';
import { faultyMind } from './faulty-mind.ts';

const OTHER_KEY = `sck_${'x'.repeat(43)}`;
const BATTERY = {
  uid: 'battery',
  node_type: 'Device',
  device_type: 'bess',
  children: [],
  rated_power_upper_limit_kW: 100,
  rated_power_lower_limit_kW: -100,
};

/** For tests: a controller over MQTT that does everything right but what one check, by its id, looks at. */
export function faultyController(fault: string): Subject {
  return { isAutomatic: true, start: (address) => Promise.resolve(runFaulty(fault, address)) };
}

function runFaulty(fault: string, address: SubjectAddress): RunningSubject {
  const { siteId, pace } = address;
  const topicOf = (noun: string) => `sites/v1/${siteId}/${noun}`;
  const timers = new Set<NodeJS.Timeout>();
  const life = { isOver: false };
  const after = (ms: number, act: () => void): void => {
    timers.add(setTimeout(() => life.isOver || act(), ms));
  };
  const mind = faultyMind(fault, address, after);
  const isPatient = fault === 'C24' || fault === 'C21';
  let client: MqttClient | undefined;
  let lostAtMs = Date.now();

  async function connectOnce(): Promise<void> {
    const connection = await connectAs(fault, address);
    const isOver = new Promise<void>((resolve) => connection.once('close', () => resolve()));
    client = connection;
    const session = randomUUID();
    let sequence = 0;
    let isSubscribed = false;
    /** A controller that gets no answer to a report ends its connection. */
    const report = (powerKw: number): void => {
      const schedule = mind.schedule();
      if (fault === 'C03' || (fault === 'C04' && schedule !== undefined)) return;
      sequence += fault === 'C16' ? 0 : 1;
      const payload = JSON.stringify({
        session,
        sequence,
        sentAt: new Date(mind.now()).toISOString(),
        schedule: schedule === undefined ? null : { revision: schedule.revision, rejected: schedule.rejected },
        devices: { ...BATTERY, active_power_kw: powerKw },
        takes: mind.isOffered() ? ['orders'] : [],
      });
      let isHeard = isPatient;
      after(Math.max(1_500, 15_000 / pace), () => isHeard || connection.stream.destroy());
      connection.publish(topicOf('report'), payload, { qos: 1 }, () => void (isHeard = true));
    };
    connection.on('message', (topic, payload, { dup }) => {
      if (topic === topicOf('order')) return mind.takeOrder(payload);
      const taken = mind.take(payload);
      if (mind.isOffered() && !isSubscribed) connection.subscribe(topicOf('order'));
      isSubscribed ||= mind.isOffered();
      if (taken === 'leaves') connection.stream.destroy();
      else report(fault === 'C25' && dup ? 0 : mind.powerKw());
    });
    report(mind.powerKw(Date.now() - lostAtMs));
    connection.subscribe(topicOf('schedule'), { qos: fault === 'C02' ? 0 : 1 });
    const again = setInterval(() => life.isOver || fault === 'C22' || report(mind.powerKw()), 30_000 / pace);
    await isOver.finally(() => clearInterval(again));
    lostAtMs = Date.now();
  }
  async function run(): Promise<void> {
    while (!life.isOver) {
      const cause = await connectOnce().catch(String);
      if (cause?.includes('Connection refused: ') && fault === 'C18') return;
      const waitMs = fault === 'C17' ? 1 : (1_000 + Math.random() * 14_000) / pace;
      await new Promise<void>((resolve) => after(waitMs, resolve));
    }
  }
  void run().catch(() => undefined);

  async function end(): Promise<void> {
    life.isOver = true;
    for (const timer of timers) clearTimeout(timer);
    client?.stream.destroy();
  }
  return { kill: end, stop: () => end().then(() => fault !== 'C23'), isOver: () => life.isOver };
}

async function connectAs(fault: string, { siteId, controllerKey, host, port, pace }: SubjectAddress) {
  const password = fault === 'C01' ? OTHER_KEY : controllerKey;
  const keepalive = fault === 'C21' ? 0 : Math.ceil(30 / pace);
  const identity = { clientId: siteId, username: siteId, password };
  const options = { ...identity, keepalive, reconnectPeriod: 0, protocolVersion: 4 } as const;
  const connection = await connectAsync(`mqtt://${host}:${port}`, options, false);
  return connection.on('error', () => undefined);
}
