import { setTimeout as after } from 'node:timers/promises';
import type { Controller, ControllerEvents } from './controller.ts';
import { openMqttController } from './open-mqtt-controller.ts';
import type { FleetPlan, FleetSite, Online, Saturated } from './fleet-plan.ts';
import { openPollController } from './open-poll-controller.ts';

const ONLINE_WITHIN_MS = 90_000;
const REPORT_TURN_MS = 50;

/** Many controllers in one process, which report in turn. */
export class Fleet {
  readonly #plan: FleetPlan;
  readonly #controllers: Controller[] = [];
  readonly #faults: string[] = [];
  #isStarting = new Set<string>();
  #onOnline: () => void = () => undefined;
  #isSaturating = false;
  #acknowledged = 0;
  readonly #lastPowersKw = new Map<string, number>();
  onSnapshot: (siteId: string, bytes: Buffer) => void = () => undefined;
  onOrder: (siteId: string, bytes: Buffer) => void = () => undefined;

  constructor(plan: FleetPlan) {
    this.#plan = plan;
  }

  get sites(): readonly FleetSite[] {
    return this.#plan.sites;
  }

  /** How many reports were acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Has all connect; resolves when each has had a report acknowledged. */
  async connect(): Promise<Online> {
    const { sites, atOnce = sites.length } = this.#plan;
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onOnline = () => {
      while (opened < sites.length && this.#isStarting.size < atOnce) open();
      if (opened === sites.length && this.#isStarting.size === 0) resolve();
    };
    let opened = 0;
    const open = (): void => {
      const site = sites[opened];
      opened += 1;
      if (site === undefined) return;
      this.#isStarting.add(site.siteId);
      this.#controllers.push(this.#open(site));
    };
    this.#onOnline();
    const isLate = after(ONLINE_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([promise, isLate])) === 'late') {
      this.check();
      throw new Error(`${this.#isStarting.size} of ${sites.length} did not come online`);
    }
    this.check();
    return { onlineAfterMs: performance.now() - startedAt };
  }

  /** Cuts every connection, and has all come back at the same time. */
  async reconnect(): Promise<Online> {
    for (const controller of this.#controllers.splice(0)) controller.end();
    return await this.connect();
  }

  /** Each controller reports in its turn, so that the reports come evenly. */
  reportInTurn(): void {
    let at = 0;
    let owed = 0;
    setInterval(() => {
      const controllers = this.#controllers;
      owed += (controllers.length * REPORT_TURN_MS) / this.#plan.reportEveryMs;
      for (; owed >= 1; owed -= 1) {
        controllers[at % controllers.length]?.report();
        at += 1;
      }
    }, REPORT_TURN_MS);
  }

  /** Each controller reports as soon as its last report was acknowledged. */
  async saturate(warmUpMs: number, measureMs: number): Promise<Saturated> {
    this.#isSaturating = true;
    for (const controller of this.#controllers) controller.report();
    await after(warmUpMs);
    const [before, startedAt] = [this.#acknowledged, performance.now()];
    await after(measureMs);
    const reportsPerSecond = ((this.#acknowledged - before) * 1_000) / (performance.now() - startedAt);
    this.#isSaturating = false;
    await this.#untilQuiet();
    this.check();
    return { reportsPerSecond, lastPowersKw: Object.fromEntries(this.#lastPowersKw) };
  }

  /** Throws what went wrong since the start. */
  check(): void {
    const [first] = this.#faults;
    if (first !== undefined) throw new Error(`${this.#faults.length} controllers failed: ${first}`);
  }

  #open(site: FleetSite): Controller {
    const { binding, mqttPort, httpPort, takesOrders = false } = this.#plan;
    const events: ControllerEvents = {
      port: binding === 'mqtt' ? mqttPort : httpPort,
      takesOrders,
      onAcknowledged: (controller, sequence) => this.#noteAcknowledged(controller, sequence),
      onSnapshot: (_controller, bytes) => this.onSnapshot(site.siteId, bytes),
      onOrder: (_controller, bytes) => this.onOrder(site.siteId, bytes),
      onLost: (_controller, why) => void this.#faults.push(`${site.siteId}: ${why}`),
    };
    return binding === 'mqtt' ? openMqttController(site, events) : openPollController(site, events);
  }

  #noteAcknowledged(controller: Controller, sequence: number): void {
    const { siteId } = controller.site;
    this.#acknowledged += 1;
    this.#lastPowersKw.set(siteId, sequence);
    if (this.#isSaturating) controller.report();
    if (this.#isStarting.delete(siteId)) this.#onOnline();
  }

  async #untilQuiet(): Promise<void> {
    for (let before = -1; before !== this.#acknowledged; await after(500)) before = this.#acknowledged;
  }
}
