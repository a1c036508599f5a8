import type { HoldId } from '@setpoint/contract';
import { seededRandom } from '@setpoint/controller/testing/rooms/plant';
import { makeSecret } from '@setpoint/server/testing/rooms/identity';
import type { GatewayMetrics } from '@setpoint/server/testing/rooms/gateway';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { drawCommands } from './draw-commands.ts';
import type { DrawnSignal, Trouble, Troubles } from './draw-troubles.ts';
import { type ControllerDisk, type ControllerLife, startController } from './start-controller.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { type ServiceLife, siteIdOf, startService } from './start-service.ts';
import type { WireEnd } from './open-wire.ts';
import { type PoolsLife, startPools } from './start-pools.ts';
import { createSiteSignals } from '@setpoint/server/testing/rooms/platform';
import {
  BOOKED_KW,
  isPoolThere,
  whatIsNotFollowed,
  whoFollows,
  wronglyFollowed,
  wrongTicks,
} from './wrongly-followed.ts';
import { VirtualTime } from './virtual-time.ts';
import { whatDiffers } from './what-differs.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly troubles: Troubles;
  /** The binding of every site; drawn when left out. */
  readonly binding?: 'mqtt' | 'https';
  /** An empty store. */
  readonly image: Uint8Array;
  readonly metrics: GatewayMetrics;
}

type How = 'heard' | 'unheard';
type Site = ReturnType<SimulatedWorld['drawSite']>;

const BEGIN = Date.UTC(2030, 0, 1, 10);
// A first report that comes later than that of the next start would take its place for good (over HTTPS).
const LEAST_DOWN_MS = 1_000;
const HINT_MS = 20;
const BOOKED = (['afrrImportBookingkW', 'afrrExportBookingkW'] as const).map((type) => ({
  asset: 'grid' as const,
  type,
  entries: [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-03T00:00:00Z', value: BOOKED_KW }],
}));

/** One service and the controllers of a few sites, on machines, disks and wires that fail as they are told to. */
export class SimulatedWorld {
  readonly time = new VirtualTime();
  /** What must not happen whatever goes wrong. */
  readonly failures: string[] = [];
  readonly sites: readonly Site[];
  readonly #options: WorldOptions;
  readonly #source: RandomSource;
  readonly #values: RandomSource;
  readonly #disk: SimulatedDisk;
  #service: ServiceLife | undefined;
  #congestedUntilMs = 0;
  /** How many of those who stopped the service still want it stopped. */
  #stops = 0;
  #copy: Uint8Array;
  /** Another node over the same store: both divide as if they had been chosen. */
  #second: { readonly pools: PoolsLife; readonly end: () => void } | undefined;
  #lastSequence = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#source = new RandomSource(options.seed);
    this.#values = new RandomSource(options.seed + 1);
    this.#disk = new SimulatedDisk(this.time, this.#source, options.image);
    this.#copy = options.image;
    this.sites = options.troubles.faults.map((_, number) => this.drawSite(number));
  }

  async begin(): Promise<void> {
    this.#service = this.#startService();
    for (const { siteId, key } of this.sites) void this.#service.addSite(siteId, key.hash);
    await this.time.runUntil(this.time.nowMs() + 1_000);
    this.makePool();
    for (const number of this.sites.keys()) this.set(number, BOOKED);
    await this.time.runUntil(this.time.nowMs() + 1_000);
    this.#second = this.#startSecond();
    this.#copy = this.#disk.copy();
    for (const site of this.sites) site.controller = this.#startController(site, site.disk);
  }

  happen(trouble: Trouble): void {
    if ('site' in trouble) return this.#happenAt(trouble);
    switch (trouble.kind) {
      case 'restart_service':
        return this.#stopService(trouble.forMs, trouble.how);
      case 'copy_store':
        this.#copy = this.#disk.copy();
        return;
      case 'restore_store':
        this.#stopService(trouble.forMs, 'heard');
        this.#second?.end();
        this.#disk.restore(this.#copy);
        this.#second = this.#startSecond();
        return;
      case 'congest':
        this.#congestedUntilMs = Math.max(this.#congestedUntilMs, this.time.nowMs() + trouble.forMs);
        return;
      case 'remove_pool':
        void this.#service?.removePool();
        this.time.after(trouble.forMs, () => this.makePool());
    }
  }

  #happenAt(trouble: Extract<Trouble, { readonly site: number }>): void {
    const site = this.#siteOf(trouble.site);
    switch (trouble.kind) {
      case 'set':
        return this.set(trouble.site);
      case 'restart_controller':
        return this.#stopController(site, trouble);
      case 'take_over':
        return this.#takeOver(site, trouble.forMs);
      case 'hold':
        return this.#hold(site, trouble.forMs);
    }
  }

  /** A client sets something, if the service is there. */
  set(number: number, commands = drawCommands(this.#values)): void {
    void this.#service?.set(this.#siteOf(number).siteId, commands);
  }

  /** All sites are a pool from now on, if the service is there and they are none yet. */
  makePool(): void {
    if (isPoolThere(this.#disk)) return;
    void this.#service?.addPool(this.sites.map(({ siteId }) => siteId));
  }

  /** Asks the pool for power, if the node is there. */
  ask({ kw, forMs, node }: Omit<DrawnSignal, 'atMs'>): void {
    this.#lastSequence += 1;
    const validUntil = BEGIN + this.time.nowMs() + forMs;
    const signal = { sequence: this.#lastSequence, watts: kw * 1_000, validUntil };
    const { pools } = (node === 'first' ? this.#service : this.#second) ?? {};
    void pools?.ask(signal).catch((cause: unknown) => this.failures.push(`a signal failed: ${String(cause)}`));
  }

  /** What sites do by orders that they must not do, now. */
  wronglyFollowed(): string[] {
    return this.sites.flatMap((site) => wronglyFollowed(site, BEGIN + this.time.nowMs()));
  }

  /** The sites that still do something by an order. */
  stillFollowing(): string[] {
    return whoFollows(this.sites);
  }

  /** In what the sites do not do what is stored of the last signal. */
  notFollowed(): string[] {
    return whatIsNotFollowed(this.sites, this.#disk);
  }

  wrongTicks(): string[] {
    return wrongTicks(this.#disk);
  }

  /** In what any controller is not in step with the store. */
  differences(): string[] {
    return this.sites.flatMap((site) =>
      whatDiffers({
        disk: this.#disk,
        site,
        revision: site.controller?.held.revision(),
        nowMs: BEGIN + this.time.nowMs(),
      }),
    );
  }

  drawSite(number: number) {
    return {
      siteId: siteIdOf(number),
      key: makeSecret('sck_'),
      binding: this.#options.binding ?? this.#source.pick(['mqtt', 'mqtt', 'https'] as const),
      random: seededRandom(this.#options.seed, `site ${number}`),
      faults: this.#options.troubles.faults[number] ?? [],
      skewMs: this.#source.pick([0, 0, 0, -5_000, 90_000, -3_600_000]),
      disk: emptyDisk(),
      controller: undefined as ControllerLife | undefined,
      stops: 0,
    };
  }

  #siteOf(number: number): Site {
    const site = this.sites[number];
    if (site === undefined) throw new RangeError(`there is no site ${number}`);
    return site;
  }

  #startService(): ServiceLife {
    const service = startService({
      disk: this.#disk,
      time: this.time,
      now: () => BEGIN + this.time.nowMs(),
      metrics: this.#options.metrics,
      isCongested: () => this.time.nowMs() < this.#congestedUntilMs,
      onFailure: (cause) => this.failures.push(`a handler failed: ${String(cause)}`),
    });
    service.tellOfPools(() => this.time.after(HINT_MS, () => this.#second?.pools.hear()));
    return service;
  }

  #startSecond() {
    const life = this.#disk.open();
    const signals = createSiteSignals();
    signals.relayTo(
      () => undefined,
      () => this.time.after(HINT_MS, () => this.#service?.pools.hear()),
    );
    const pools = startPools({
      store: life.store,
      signals,
      time: this.time,
      now: () => BEGIN + this.time.nowMs(),
      onFailure: (cause) => this.failures.push(`the second node failed: ${String(cause)}`),
    });
    return {
      pools,
      end: () => {
        pools.end();
        life.end();
      },
    };
  }

  #startController(site: Site, disk: ControllerDisk): ControllerLife {
    const now = () => BEGIN + this.time.nowMs() + site.skewMs;
    const dial = (wire: WireEnd): boolean => {
      if (site.binding === 'mqtt') this.#service?.takeMqtt(wire);
      else this.#service?.takeHttps(wire);
      return this.#service !== undefined;
    };
    return startController({ ...site, key: site.key.text, time: this.time, disk, now, dial });
  }

  #stopService(forMs: number, how: How): void {
    this.#service?.kill(how);
    this.#service = undefined;
    this.#stops += 1;
    this.time.after(forMs, () => {
      this.#stops -= 1;
      if (this.#stops === 0) this.#service = this.#startService();
    });
  }

  #stopController(site: Site, stop: { readonly forMs: number; readonly how: How; readonly hasMemory: boolean }): void {
    site.controller?.kill(stop.how);
    site.controller = undefined;
    if (!stop.hasMemory) site.disk = emptyDisk();
    site.stops += 1;
    this.time.after(Math.max(stop.forMs, LEAST_DOWN_MS), () => {
      site.stops -= 1;
      if (site.stops === 0) site.controller = this.#startController(site, site.disk);
    });
  }

  // One that is not released, because the service is not there just then, stays.
  #hold({ siteId }: Site, forMs: number): void {
    const holdId = crypto.randomUUID() as string as HoldId;
    void this.#service?.hold(siteId, holdId);
    this.time.after(forMs, () => void this.#service?.release(siteId, holdId));
  }

  // Two on one site, until the second one goes.
  #takeOver(site: Site, forMs: number): void {
    const second = this.#startController(site, emptyDisk());
    this.time.after(forMs, () => {
      second.kill('heard');
      // Over HTTPS a session lasts as long as its controller: one that was replaced counts again after a restart.
      if (site.binding === 'https') this.#stopController(site, { forMs: 0, how: 'heard', hasMemory: true });
    });
  }
}

function emptyDisk(): ControllerDisk {
  return { document: undefined, contactAtMs: 0 };
}
