import { setTimeout as after } from 'node:timers/promises';
import { type Controller, type ControllerEvents, revisionIn } from './controller.ts';
import type { FleetSite } from './fleet-plan.ts';
import { openMqttController } from './open-mqtt-controller.ts';

/** What controllers were asked for by one signal, as far as they carry it out. */
export interface CarriedOut {
  readonly sites: Set<string>;
  watts: number;
}

interface Last {
  readonly sequence: number;
  readonly watts: number;
}

/** Asked by one signal for one power, and then for another. */
export interface SecondPower {
  readonly siteId: string;
  readonly sequence: number;
  readonly watts: { readonly first: number; readonly second: number };
  /** When it had the second. */
  readonly at: number;
}

interface Roaming {
  readonly sites: readonly FleetSite[];
  /** The ports of all nodes. */
  readonly ports: readonly number[];
  readonly bookedWatts: number;
}

const REPORT_EVERY_MS = 5_000;
const BACK_AFTER_MS = 100;

/** Controllers over all nodes; each goes to the next node when the one that it is at is gone. */
export class RoamingControllers implements Disposable {
  readonly #roaming: Roaming;
  readonly #open = new Map<string, Controller>();
  readonly #revisions = new Map<string, string>();
  readonly #last = new Map<string, Last>();
  readonly #bySequence = new Map<number, CarriedOut>();
  readonly #reporting: NodeJS.Timeout;
  #isEnded = false;
  acknowledged = 0;
  orders = 0;
  readonly seconds: SecondPower[] = [];
  aboveBooking = 0;

  constructor(roaming: Roaming) {
    this.#roaming = roaming;
    for (const [index, site] of roaming.sites.entries()) this.#connect(site, index);
    this.#reporting = setInterval(() => {
      for (const controller of this.#open.values()) controller.report();
    }, REPORT_EVERY_MS);
  }

  carriedOut(sequence: number): CarriedOut {
    const known = this.#bySequence.get(sequence) ?? { sites: new Set(), watts: 0 };
    this.#bySequence.set(sequence, known);
    return known;
  }

  [Symbol.dispose](): void {
    this.#isEnded = true;
    clearInterval(this.#reporting);
    for (const controller of this.#open.values()) controller.end();
  }

  #connect(site: FleetSite, turn: number): void {
    if (this.#isEnded) return;
    const { siteId } = site;
    const { ports } = this.#roaming;
    const events: ControllerEvents = {
      port: ports[turn % ports.length] ?? 0,
      takesOrders: true,
      revision: this.#revisions.get(siteId),
      onAcknowledged: () => (this.acknowledged += 1),
      onSnapshot: (_controller, bytes) => void this.#revisions.set(siteId, revisionIn(bytes) ?? ''),
      onOrder: (_controller, bytes) => this.#take(siteId, JSON.parse(bytes.toString()) as OrderText),
      onLost: () => void after(BACK_AFTER_MS).then(() => this.#connect(site, turn + 1)),
    };
    this.#open.set(siteId, openMqttController(site, events));
  }

  #take(siteId: string, { sequence, kW }: OrderText): void {
    const watts = Math.round(kW * 1_000);
    const last = this.#last.get(siteId);
    // Overtaken on its way: every controller goes on with the later one.
    if (last !== undefined && sequence < last.sequence) return;
    this.orders += 1;
    if (Math.abs(watts) > this.#roaming.bookedWatts) this.aboveBooking += 1;
    this.#last.set(siteId, { sequence, watts });
    if (last?.sequence === sequence) {
      const powers = { first: last.watts, second: watts };
      if (last.watts !== watts) this.seconds.push({ siteId, sequence, watts: powers, at: Date.now() });
      return;
    }
    const carried = this.carriedOut(sequence);
    carried.sites.add(siteId);
    carried.watts += watts;
  }
}

interface OrderText {
  readonly sequence: number;
  readonly kW: number;
}
