import type { Driver } from '../driver/driver.ts';
import { executeSchedule } from '../execute/execute-schedule.ts';
import type { SiteSettings } from '../execute/site-settings.ts';
import { exchangeState, type StateExchange } from '../protocol/exchange-state.ts';
import { createOrdersInForce } from '../protocol/orders-in-force.ts';
import { createScheduleInForce } from '../protocol/schedule-in-force.ts';
import { keepNowhere, keepSnapshotIn } from '../protocol/snapshot-keeping.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import type { Timing } from '../protocol/timing.ts';

export interface ControllerOptions extends Pick<
  StateExchange,
  'openLink' | 'reportEveryMs' | 'now' | 'onConnected' | 'onTrouble'
> {
  readonly driver: Driver;
  readonly settings: SiteSettings;
  /** Where the schedule is kept for the time after a power cut; only in memory if left out. */
  readonly snapshotPath: string | undefined;
  /** A schedule without what this controller refuses; it refuses nothing if left out. */
  readonly ableTo?: ((schedule: Schedule) => Schedule) | undefined;
  readonly tickEveryMs: number;
  readonly timing: Timing;
}

export interface RunningController {
  /** Ends the session and releases the devices. */
  stop(): Promise<void>;
}

/** Runs the controller of one site until it is stopped. */
export async function runController(options: ControllerOptions): Promise<RunningController> {
  const { driver, settings, snapshotPath, tickEveryMs, now, onTrouble, ableTo = (same) => same } = options;
  const held = createScheduleInForce(snapshotPath === undefined ? keepNowhere : keepSnapshotIn(snapshotPath), now);
  const { timing } = options;
  const orders = createOrdersInForce({ now, elapsedMs: () => timing.elapsedMs() / timing.pace });
  const schedule = () => {
    const current = held.current();
    return current === null ? null : ableTo(orders.over(current));
  };
  let tellSoon = (): void => undefined;
  const execution = await executeSchedule({
    driver,
    settings,
    schedule,
    tickEveryMs,
    now,
    log: onTrouble,
    onRejections: () => tellSoon(),
  });
  const exchange = exchangeState({
    ...options,
    held,
    orders,
    onOrdered: () => execution.decide(),
    observed: () => execution.latest(),
    onApplied: () => execution.begin(),
  });
  tellSoon = () => exchange.tellSoon();
  return {
    async stop() {
      await exchange.stop();
      await execution.stop();
    },
  };
}
