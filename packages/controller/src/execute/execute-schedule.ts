import { setTimeout as after } from 'node:timers/promises';
import { type Asset, type LimitedCommand, namesOfPair, type PairName, type RejectedCommand } from '@setpoint/contract';
import { type Commands, valuesAt } from '@setpoint/core';
import { type Driver, noTarget } from '../driver/driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { type Control, type ControlState, controlTick } from './control-tick.ts';
import { judgeRefusals, type Part } from './judge-refusals.ts';
import type { SiteSettings } from './site-settings.ts';

export interface Executing {
  readonly driver: Driver;
  readonly settings: SiteSettings;
  readonly schedule: () => Schedule | null;
  readonly tickEveryMs: number;
  readonly now: () => number;
  /** Grows evenly, even if the clock is set; of this process, if left out. */
  readonly elapsedMs?: () => number;
  readonly log: (line: string) => void;
  /** Other commands are not carried out, or in part, or other things are wrong, though the schedule is the same. */
  readonly onRejections?: () => void;
}

export interface Execution {
  /** What the last tick decided; undefined if it could not be carried out. */
  latest(): Control | undefined;
  /** Carries out another schedule; resolves once the devices have answered for it, or have had their time. */
  begin(): Promise<void>;
  /** Decides now, and not with the next tick. */
  decide(): void;
  /** Releases the devices. */
  stop(): Promise<void>;
}

/** Makes the devices of a site follow its schedule, decided again at every tick. */
export async function executeSchedule(executing: Executing): Promise<Execution> {
  const { driver, settings, schedule, tickEveryMs, now, log, elapsedMs = sinceStart } = executing;
  let latest: Control | undefined;
  let state: ControlState | undefined;
  let running: Promise<void> | undefined;
  let failure: string | undefined;
  const [changes, judge, lasting] = [changesOfRejections(executing), judgeRefusals(), lastingLimits()];

  async function step(): Promise<void> {
    try {
      const reading = await driver.read();
      const current = schedule();
      const atMs = now();
      const control = controlTick({ schedule: current, reading, settings, state, atMs });
      judge.judge(await driver.write(control.target), control.target, elapsedMs());
      ({ state } = control);
      const seen = { ...control, limited: lasting(control.limited) };
      latest = withRefused(seen, current, judge.standing(), atMs);
      failure = undefined;
      changes.saw(latest);
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
    decide: () => void (running ?? Promise.resolve()).then(tickUnlessRunning),
    async begin() {
      await running;
      changes.expect(true);
      judge.begin();
      const begunAtMs = elapsedMs();
      await tickUnlessRunning();
      while (mayAnswer(judge.pending(), elapsedMs() - begunAtMs)) {
        await after(ASK_AGAIN_MS);
        await tickUnlessRunning();
      }
      changes.expect(false);
    },
    async stop() {
      clearInterval(timer);
      await running;
      await driver.write(noTarget).catch((cause: unknown) => log(`The devices were not released: ${textOf(cause)}`));
    },
  };
}

const sinceStart = (): number => performance.now();

/** Tells when other commands are not carried out than before; while that is expected, somebody else does. */
function changesOfRejections({ onRejections }: Executing) {
  let known = '';
  let isExpected = false;
  return {
    expect: (isIt: boolean): void => {
      isExpected = isIt;
    },
    saw: ({ rejected, limited, troubles }: Control): void => {
      const refusals = rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`);
      const limits = limited.map(({ asset, type, by }) => `${asset}/${type} by ${by}`);
      const names = [...refusals, ...limits, ...troubles.map(({ code, asset }) => `${code} ${asset}`)].join();
      if (names !== known && !isExpected) onRejections?.();
      known = names;
    },
  };
}

// The schedule is reported soon, with or without an answer; one that is on its way is waited for until it is overdue.
const TIME_TO_ANSWER_MS = { unknown: 1_500, late: 6_000 } as const;
const ASK_AGAIN_MS = 100;

function mayAnswer(pending: 'unknown' | 'late' | undefined, waitedMs: number): boolean {
  return pending !== undefined && waitedMs < TIME_TO_ANSWER_MS[pending];
}

/** A command is rejected once: for what is known of it before the devices are asked, or for what they answer. */
function withRefused(
  control: Control,
  schedule: Schedule | null,
  standing: ReadonlyMap<Part, string>,
  atMs: number,
): Control {
  if (standing.size === 0 || schedule === null) return control;
  const { commands } = schedule;
  const refused = refusedCommands(commands, atMs, control.gridParts, standing);
  const isKnown = ({ asset, type }: RejectedCommand): boolean =>
    control.rejected.some((one) => one.asset === asset && one.type === type);
  return { ...control, rejected: [...control.rejected, ...refused.filter((one) => !isKnown(one))] };
}

const assetOfPart: Record<Part, Asset> = {
  bessKw: 'bess',
  gensetKw: 'genset',
  solarMaxKw: 'solar',
  windMaxKw: 'wind',
  loadMaxKw: 'load',
  evMaxKw: 'ev',
  heatpumpMaxKw: 'heatpump',
};

/**
 * The commands in force that need a part of the target which the devices do not carry out. `gridParts` serve the
 * connection point; `standing` has the reason of each part that is not carried out.
 */
function refusedCommands(
  commands: Commands,
  atMs: number,
  gridParts: ReadonlySet<Part>,
  standing: ReadonlyMap<Part, string>,
): RejectedCommand[] {
  const inForce = valuesAt(commands, atMs);
  return [...commands.keys()].flatMap((pair) => {
    if (inForce[pair] === undefined || isBooking(pair)) return [];
    const { asset, type } = namesOfPair(pair);
    const reason = [...standing].find(([part]) =>
      asset === 'grid' ? gridParts.has(part) : assetOfPart[part] === asset,
    )?.[1];
    return reason === undefined ? [] : [{ asset, type, code: 'internal', message: reason.slice(0, MOST_CHARACTERS) }];
  });
}

const MOST_CHARACTERS = 1_000;

// A booking asks nothing of a device: its activation does.
function isBooking(pair: PairName): boolean {
  return pair.endsWith('BookingkW');
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

// Devices take a while to follow a step, and until they did, what is left over belongs to nobody.
const TICKS = 5;

/** Leaves out what did not last for some ticks. */
export function lastingLimits(): (limited: readonly LimitedCommand[]) => LimitedCommand[] {
  let seen = new Map<string, number>();
  return (limited) => {
    const nameOf = ({ asset, type }: LimitedCommand): string => `${asset}/${type}`;
    seen = new Map(limited.map((one) => [nameOf(one), (seen.get(nameOf(one)) ?? 0) + 1]));
    return limited.filter((one) => (seen.get(nameOf(one)) ?? 0) >= TICKS);
  };
}
