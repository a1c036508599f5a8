import type { PoolId } from '@setpoint/contract';
import { BATTERY_ONLY, type Check, watched } from '../check.ts';
import { seconds } from '../controller-talk.ts';
import { demand, NotApplicable } from '../finding.ts';
import { type FollowedPower, followPower, setPower } from '../follow-power.ts';
import type { CommandDraft } from '../snapshot-writer.ts';
import type { Stage } from '../stage.ts';

const HOUR_S = 3_600;
const FOLLOW_MS = 6_000;
const ORDER_MS = 60_000;
const SHORT_ORDER_MS = 8_000;
const SETTLE_MS = 1_500;
/** Until what was decided within a second or two is in what is measured. */
const ENDED_MS = 3_500;
const LONGEST_WAIT_MS = 15_000;
const ORDERS = 'orders';
const ANOTHER_POOL = '00000000-0000-4000-8000-00000000b002' as string as PoolId;

/** What a controller makes of the orders of a pool. */
export const orderChecks: readonly Check[] = [
  watched('C31', 'an order in its snapshot ends by itself', 12, async (stage, power) => {
    const endS = SHORT_ORDER_MS / 1_000;
    await providing(stage, setFor(power, { activation: [-1, endS, -power.valueKw] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    await power.until({ withinMs: stage.reactMs(SHORT_ORDER_MS + FOLLOW_MS), valueKw: 0 });
  }),
  watched('C32', 'an order takes the place of what is set, one of 0 too', 12, async (stage, power) => {
    await takingOrders(stage, setFor(power, { activation: [-60, HOUR_S, -power.valueKw] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    const sequence = order(stage, { kW: 0 });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: 0 });
    order(stage, { kW: power.valueKw, sequence: sequence + 1 });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: -power.valueKw });
  }),
  watched('C33', 'cut off, it follows its last order to the end and no longer', 25, async (stage, power) => {
    const { evidence, gateway } = stage;
    await takingOrders(stage, setFor(power));
    const endsAtMs = Date.now() + SHORT_ORDER_MS;
    order(stage, { kW: -power.valueKw, forMs: SHORT_ORDER_MS });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    gateway.script.isAway = true;
    gateway.cut();
    await pause(Math.max(0, endsAtMs - Date.now()) + ENDED_MS);
    gateway.script.isAway = false;
    const report = await stage.nextReport(evidence.length(), stage.protocolMs(LONGEST_WAIT_MS) + stage.reactMs());
    demand(report !== undefined, 'it did not come back');
    demand(power.isAt(report, 0), `${seconds(ENDED_MS)} after its order had ended the battery still followed it`);
  }),
  {
    profiles: BATTERY_ONLY,
    // Over HTTPS it is given all orders in force, so that none comes late.
    bindings: ['mqtt'],
    id: 'C34',
    title: 'an order older than the one in force changes nothing',
    longestSeconds: 10,
    async run(stage) {
      const power = followPower(stage);
      await takingOrders(stage, setFor(power));
      const sequence = order(stage, { kW: -power.valueKw });
      await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
      order(stage, { kW: 0, sequence: sequence - 1 });
      await staysAt(stage, power);
    },
  },
  watched('C35', 'an order that has ended also ends the one before', 12, async (stage, power) => {
    await takingOrders(stage, setFor(power));
    const sequence = order(stage, { kW: -power.valueKw });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    order(stage, { kW: -power.valueKw, sequence, forMs: 0 });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: 0 });
  }),
  watched('C36', 'an order of another pool counts, whatever its sequence', 10, async (stage, power) => {
    await takingOrders(stage, setFor(power));
    const sequence = order(stage, { kW: -power.valueKw });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    order(stage, { kW: power.valueKw, sequence: sequence - 1_000_000, poolId: ANOTHER_POOL });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: -power.valueKw });
  }),
];

// An activation may ramp so that all that is booked is reached within 5 minutes: with much booked, at once.
const BOOKED_TIMES = 250;
// In force by a clock that is an hour behind, too.
const LONG_AGO_S = -2 * HOUR_S;

interface Setting {
  readonly activation?: CommandDraft['spans'][number];
  readonly bookedKw?: number;
}

/** A battery at rest that is booked for aFRR. */
export function setFor(power: FollowedPower, { activation, bookedKw = BOOKED_TIMES * power.valueKw }: Setting = {}) {
  const grid = (type: string, span: CommandDraft['spans'][number]) => ({ asset: 'grid', type, spans: [span] });
  return [
    setPower(LONG_AGO_S, HOUR_S, 0),
    grid('afrrImportBookingkW', [LONG_AGO_S, HOUR_S, bookedKw]),
    grid('afrrExportBookingkW', [LONG_AGO_S, HOUR_S, bookedKw]),
    ...(activation === undefined ? [] : [grid('afrrActivationkW', activation)]),
  ] satisfies CommandDraft[];
}

/** Ends the check where the controller does not do aFRR. */
export async function providing(
  stage: Stage,
  commands: readonly CommandDraft[],
  offers?: readonly string[],
): Promise<void> {
  const draft = offers === undefined ? { commands } : { commands, offers };
  const { rejected } = await stage.applied(stage.send(draft));
  const refused = rejected.find(({ asset }) => asset === 'grid');
  if (refused !== undefined) throw new NotApplicable(`it rejects ${refused.asset}/${refused.type}`);
}

export async function takingOrders(stage: Stage, commands: readonly CommandDraft[]): Promise<void> {
  await providing(stage, [...commands, ...withActivation(commands)], [ORDERS]);
  const untilMs = performance.now() + stage.reactMs(FOLLOW_MS);
  while (!(await stage.applied(stage.sendAgain())).takes.includes(ORDERS)) {
    if (performance.now() > untilMs) throw new NotApplicable('it leaves its orders in its snapshots');
    await pause(250);
  }
}

// One that rejects activations takes no orders, whether one is set or not.
function withActivation(commands: readonly CommandDraft[]): CommandDraft[] {
  if (commands.some(({ type }) => type === 'afrrActivationkW')) return [];
  return [{ asset: 'grid', type: 'afrrActivationkW', spans: [[HOUR_S, 2 * HOUR_S, 0]] }];
}

interface OrderDraft {
  /** The same one as ever when left out. */
  readonly poolId?: PoolId;
  readonly kW: number;
  /** A new one when left out. */
  readonly sequence?: number;
  readonly forMs?: number;
}

export function order({ gateway }: Stage, { sequence = Date.now(), forMs = ORDER_MS, ...draft }: OrderDraft): number {
  gateway.order({ ...draft, sequence, validUntil: Date.now() + forMs });
  return sequence;
}

export async function staysAt(stage: Stage, power: FollowedPower, valueKw = power.valueKw): Promise<void> {
  await pause(SETTLE_MS);
  const report = await stage.applied(stage.sendAgain());
  demand(power.isAt(report, valueKw), `the battery left its ${valueKw} kW`);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
