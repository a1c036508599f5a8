import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, faultsOf } from '../plant/fault.ts';
import { evenClock } from '../plant/plant-clock.ts';
import { createPlant } from '../plant/plant.ts';
import type { RunningController } from '../run/run-controller.ts';
import { runSimulatedSite, type SimulatedSite } from '../run/run-simulated-site.ts';
import { faultyLink } from './faulty-link.ts';
import { namesOfPair, type RejectedCommand } from '@setpoint/contract';
import type { Schedule } from '../protocol/parse-snapshot.ts';

const reason = { code: 'internal', message: 'a fault makes the controller refuse this command' } as const;

/** A schedule without the commands that faults make a controller refuse. */
function refusePairs(schedule: Schedule, faults: readonly Fault[]): Schedule {
  const named = new Set(faultsOf(faults, 'reject_pair').map(({ asset, type }) => `${asset}/${type}`));
  const refused = [...schedule.commands.keys()].filter((pair) => named.has(pair));
  if (refused.length === 0) return schedule;
  const rejected = refused.map((pair): RejectedCommand => ({ ...namesOfPair(pair), ...reason }));
  return {
    ...schedule,
    commands: new Map([...schedule.commands].filter(([pair]) => !named.has(pair))),
    rejected: [...schedule.rejected, ...rejected],
  };
}

const LOOK_EVERY_MS = 250;

/** Runs the controller of a simulated site with whatever goes wrong there just now. */
export async function runFaultySite(site: SimulatedSite, faults: () => readonly Fault[]): Promise<RunningController> {
  const faulty = withFaults(site, faults);
  let controller: RunningController | undefined;
  let changing: Promise<void> = Promise.resolve();

  async function change(): Promise<void> {
    const [down] = faultsOf(faults(), 'restart');
    if (down === undefined) {
      controller ??= await runSimulatedSite(faulty);
      return;
    }
    const ending = controller;
    controller = undefined;
    await ending?.stop();
    if (ending !== undefined && !down.withMemory) forgetSchedule(site);
  }

  await change();
  const timer = setInterval(() => {
    changing = changing.then(change).catch((cause: unknown) => site.onTrouble(String(cause)));
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await changing;
      await controller?.stop();
    },
  };
}

function withFaults(site: SimulatedSite, faults: () => readonly Fault[]): SimulatedSite {
  const { now, plant, watchLink } = site;
  const devicesClock = site.devicesClock ?? evenClock(now());
  const aheadMs = (): number => faultsOf(faults(), 'skew').reduce((sum, { skewMs }) => sum + skewMs, 0);
  return {
    ...site,
    faults,
    // The devices live on while their controller is down, and keep their own time.
    running: site.running ?? createPlant(plant, devicesClock.nowMs()),
    devicesClock,
    now: () => now() + aheadMs(),
    ableTo: (schedule) => refusePairs(schedule, faults()),
    watchLink: (openLink) => faultyLink(watchLink?.(openLink) ?? openLink, { faults, seed: plant.seed }),
  };
}

function forgetSchedule({ dataDir, address }: SimulatedSite): void {
  if (dataDir !== undefined) rmSync(join(dataDir, `${address.siteId}.json`), { force: true });
}
