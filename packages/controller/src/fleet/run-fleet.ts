import { runFaultySite } from '../faults/run-faulty-site.ts';
import type { Fault } from '../plant/fault.ts';
import { plantCatalogue } from '../plant/plant-catalogue.ts';
import type { PlantConfig } from '../plant/plant-config.ts';
import type { LinkAddress } from '../protocol/link.ts';
import { systemTiming } from '../protocol/timing.ts';
import { wait } from '../protocol/wait.ts';
import type { RunningController } from '../run/run-controller.ts';
import { runSimulatedSite, type SimulatedSite } from '../run/run-simulated-site.ts';
import { countTraffic, type FleetFigures } from './count-traffic.ts';

export interface Fleet {
  readonly sites: readonly LinkAddress[];
  /** The same seed makes the same plants. */
  readonly seed: number;
  readonly reportSeconds: number;
  readonly now: () => number;
  /** What goes wrong on a site just now; nothing ever does if left out. */
  readonly faultsOf?: ((siteId: string) => readonly Fault[]) | undefined;
  readonly onTrouble: (siteId: string, text: string) => void;
}

export interface RunningFleet {
  figures(): FleetFigures;
  stop(): Promise<void>;
}

// Measured: simulating 30 s of a plant takes 0.1 ms, but a controller that decides every second costs 30 times as much.
const MOST_TICKING_EACH_SECOND = 100;
const FEWEST_STARTS_PER_SECOND = 100;
const MOST_STARTS_PER_SECOND = 500;
const BATCHES_PER_SECOND = 10;

/** The plant of one site of a fleet: one of the catalogue, with weather, habits and meters of its own. */
export function fleetPlant(index: number, seed: number): PlantConfig {
  const plant = plantCatalogue[index % plantCatalogue.length];
  if (plant === undefined) throw new Error('The catalogue is empty.');
  return { ...plant, seed: seed * 1_000_003 + index };
}

/** Runs the controllers of many simulated sites in this process, each with a connection and a plant of its own. */
export function runFleet(fleet: Fleet): RunningFleet {
  const traffic = countTraffic(fleet.now);
  const stopping = new AbortController();
  const controllers: RunningController[] = [];
  const perBatch = Math.ceil(startsPerSecond(fleet) / BATCHES_PER_SECOND);

  async function startAll(): Promise<void> {
    for (const [index, address] of fleet.sites.entries()) {
      if (stopping.signal.aborted) return;
      controllers.push(await startSite(index, address));
      if ((index + 1) % perBatch === 0)
        await wait(1_000 / BATCHES_PER_SECOND, { timing: systemTiming, signal: stopping.signal });
    }
  }

  function startSite(index: number, address: LinkAddress): Promise<RunningController> {
    const { sites, seed, reportSeconds, now, onTrouble, faultsOf } = fleet;
    const site: SimulatedSite = {
      address,
      plant: fleetPlant(index, seed),
      reportSeconds,
      tickSeconds: sites.length > MOST_TICKING_EACH_SECOND ? reportSeconds : 1,
      watchLink: (openLink) => traffic.watch(openLink),
      now,
      onConnected: () => undefined,
      onTrouble: (text) => onTrouble(address.siteId, text),
    };
    return faultsOf === undefined ? runSimulatedSite(site) : runFaultySite(site, () => faultsOf(address.siteId));
  }

  const started = startAll();
  return {
    figures: () => traffic.figures(),
    async stop() {
      stopping.abort();
      await started;
      await Promise.all(controllers.map((controller) => controller.stop()));
    },
  };
}

// Spread over one period if possible, so that the reports of a large fleet come evenly.
function startsPerSecond({ sites, reportSeconds }: Fleet): number {
  return Math.min(MOST_STARTS_PER_SECOND, Math.max(FEWEST_STARTS_PER_SECOND, sites.length / reportSeconds));
}
