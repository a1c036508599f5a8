import { type Driver, noTarget } from '../driver/driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { type Control, type ControlState, controlTick } from './control-tick.ts';
import type { SiteSettings } from './site-settings.ts';

export interface Executing {
  readonly driver: Driver;
  readonly settings: SiteSettings;
  readonly schedule: () => Schedule | null;
  readonly tickEveryMs: number;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface Execution {
  /** What the last tick decided; undefined if it could not be carried out. */
  latest(): Control | undefined;
  /** Ticks at once, because the schedule has changed. */
  tick(): Promise<void>;
  /** Releases the devices. */
  stop(): Promise<void>;
}

/** Makes the devices of a site follow its schedule, decided again at every tick. */
export async function executeSchedule({
  driver,
  settings,
  schedule,
  tickEveryMs,
  now,
  log,
}: Executing): Promise<Execution> {
  let latest: Control | undefined;
  let state: ControlState | undefined;
  let running: Promise<void> | undefined;
  let failure: string | undefined;

  async function step(): Promise<void> {
    try {
      const reading = await driver.read();
      const control = controlTick({ schedule: schedule(), reading, settings, state, atMs: now() });
      await driver.write(control.target);
      ({ state } = control);
      latest = control;
      failure = undefined;
    } catch (cause) {
      latest = undefined;
      state = undefined;
      await giveUp(textOf(cause));
    }
  }

  // Without a reading the devices are released: no value may outlive its end.
  async function giveUp(reason: string): Promise<void> {
    if (reason !== failure) log(`The devices are left to themselves: ${reason}`);
    failure = reason;
    await driver.write(noTarget).catch(() => undefined);
  }

  function tickUnlessRunning(): Promise<void> {
    running ??= step().finally(() => {
      running = undefined;
    });
    return running;
  }

  await tickUnlessRunning();
  const timer = setInterval(() => void tickUnlessRunning(), tickEveryMs);
  return {
    latest: () => latest,
    async tick() {
      await running;
      await tickUnlessRunning();
    },
    async stop() {
      clearInterval(timer);
      await running;
      await driver.write(noTarget).catch((cause: unknown) => log(`The devices were not released: ${textOf(cause)}`));
    },
  };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
