import type { Fault } from '@setpoint/controller/testing/rooms/plant';
import type { Random } from '@setpoint/controller/testing/rooms/plant';
import type { SiteId } from '@setpoint/contract';
import {
  createOrdersInForce,
  createScheduleInForce,
  exchangeState,
  openHttpsLink,
  openMqttLink,
  parseSnapshot,
} from '@setpoint/controller/testing/rooms/protocol';
import type { SnapshotKeeping } from '@setpoint/controller/testing/rooms/protocol';
import type { Timing } from '@setpoint/controller/testing/rooms/protocol';
import { reachByHttps, reachByMqtt } from './reach-by-mqtt.ts';
import { openWire, type WireEnd } from './open-wire.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a controller keeps over a power cut. */
export interface ControllerDisk {
  document: unknown;
  contactAtMs: number;
}

export interface ControllerMachine {
  readonly siteId: SiteId;
  readonly key: string;
  readonly binding: 'mqtt' | 'https';
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: readonly Fault[];
  /** By its own clock, which may be wrong. */
  readonly now: () => number;
  readonly disk: ControllerDisk;
  /** Gives the other end to the service; false when there is none that listens. */
  readonly dial: (wire: WireEnd) => boolean;
}

export type ControllerLife = ReturnType<typeof startController>;

const REPORT_EVERY_MS = 30_000;
const MOST_WRITE_MS = 40;

/** One life of a controller: the real protocol code, until it is killed. */
export function startController(machine: ControllerMachine) {
  const { siteId, key, binding, time, random, now, disk, dial } = machine;
  let isAlive = true;
  const wires = new Set<WireEnd>();
  const timing: Timing = {
    pace: 1,
    elapsedMs: time.nowMs,
    after: (durationMs, act) => time.after(durationMs, () => void (isAlive && act())),
    random: () => random.uniform(),
  };
  const keeping: SnapshotKeeping = {
    read() {
      const parsed = parseSnapshot(disk.document);
      return parsed.kind === 'schedule' ? { schedule: parsed.schedule, contactAtMs: disk.contactAtMs } : undefined;
    },
    // A power cut on the way leaves the one or the other.
    keep: (document) =>
      new Promise((resolve) => {
        time.after(random.uniform() * MOST_WRITE_MS, () => {
          if (isAlive || random.uniform() < 0.5) disk.document = structuredClone(document);
          if (isAlive) timing.after(random.uniform() * MOST_WRITE_MS, resolve);
        });
      }),
    noteContact: async (atMs) => {
      disk.contactAtMs = atMs;
    },
  };
  function open(): WireEnd {
    const [mine, theirs] = openWire(machine);
    wires.add(mine);
    mine.onClose(() => wires.delete(mine));
    if (!dial(theirs)) theirs.close();
    return mine;
  }

  const address = { url: '', siteId, controllerKey: key };
  const held = createScheduleInForce(keeping, now, () => timing.elapsedMs());
  const orders = createOrdersInForce({ now, elapsedMs: () => timing.elapsedMs() });
  exchangeState({
    held,
    orders,
    onOrdered: () => undefined,
    openLink: (handlers) =>
      binding === 'mqtt'
        ? openMqttLink(address, handlers, { timing, connect: () => reachByMqtt(open, { timing, key }) })
        : openHttpsLink(address, handlers, { timing, fetch: reachByHttps(open, key) }),
    reportEveryMs: REPORT_EVERY_MS,
    timing,
    now,
    observed: () => ({
      devices: { uid: siteId, node_type: 'Dispatcher', device_type: 'site', children: [] },
      rejected: [],
    }),
    onApplied: async () => undefined,
    onConnected: () => undefined,
    onTrouble: () => undefined,
  });
  return {
    held,
    orders,
    kill(how: 'heard' | 'unheard') {
      isAlive = false;
      for (const wire of wires) wire.close(how);
    },
  };
}
