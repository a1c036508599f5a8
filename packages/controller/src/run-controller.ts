import type { Report } from '@setpoint/contract';
import type { Driver } from './driver.ts';
import { executeSchedule } from './execute/execute-schedule.ts';
import type { SiteSettings } from './execute/site-settings.ts';
import { holdSchedule } from './protocol/hold-schedule.ts';
import type { OpenLink } from './protocol/link.ts';

export interface ControllerOptions {
  readonly driver: Driver;
  readonly openLink: OpenLink;
  readonly settings: SiteSettings;
  /** Where the schedule is kept for the time after a power cut. */
  readonly snapshotPath: string;
  readonly reportEveryMs: number;
  readonly now: () => number;
  readonly onConnected: () => void;
  readonly onTrouble: (text: string) => void;
}

export interface RunningController {
  /** Says goodbye and leaves the devices to themselves. */
  stop(): Promise<void>;
}

/** Runs the controller of one site until it is stopped. */
export async function runController(options: ControllerOptions): Promise<RunningController> {
  const { driver, settings, openLink, snapshotPath, reportEveryMs, now, onTrouble } = options;
  const held = holdSchedule(snapshotPath, now);
  const execution = await executeSchedule({ driver, settings, schedule: () => held.current(), now, log: onTrouble });
  let session: string | undefined;
  let sequence = 0;

  async function report(): Promise<void> {
    if (session === undefined) return;
    await link.send(reportNow(session));
    await held.noteContact();
  }

  function reportNow(current: string): Report {
    const control = execution.latest();
    const revision = held.revision();
    const rejected = [...(control?.rejected ?? held.allRejected())];
    sequence += 1;
    return {
      session: current,
      sequence,
      sentAt: new Date(now()).toISOString(),
      schedule: revision === undefined ? null : { revision, rejected },
      ...(control === undefined ? {} : { devices: control.devices }),
    };
  }

  // The next report makes good for it; a link that is dead says so itself.
  const reportOrLog = () => report().catch((cause: unknown) => onTrouble(`A report failed: ${String(cause)}`));

  const link = openLink({
    async onConnect(next) {
      session = next;
      await report();
      options.onConnected();
    },
    async onSnapshot(document) {
      const reason = await held.take(document);
      if (reason === undefined) await execution.tick();
      else onTrouble(`A schedule was not applied: ${reason}`);
      await reportOrLog();
      return reason === undefined;
    },
    revision: () => held.revision(),
    onLost(reason) {
      session = undefined;
      onTrouble(`The service is out of reach: ${reason}`);
    },
  });
  const reporting = setInterval(() => void reportOrLog(), reportEveryMs);
  return {
    async stop() {
      clearInterval(reporting);
      await link.close();
      await execution.stop();
    },
  };
}
