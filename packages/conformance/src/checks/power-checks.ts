import { type Check, watched } from '../check.ts';
import { seconds } from '../controller-talk.ts';
import { demand, NotApplicable } from '../finding.ts';
import { setPower } from '../follow-power.ts';
import { order, pause, providing, setFor, staysAt, takingOrders } from './order-checks.ts';
import { setClock } from './process-checks.ts';

const HOUR_S = 3_600;
const FOLLOW_MS = 6_000;
const SHORT_ORDER_MS = 8_000;
const TOO_MUCH = 1.5;
// No step of a tenth of its rating comes near it.
const UNEVEN_SHARE = 0.373;
const CHARGE_MS = 60_000;
const LEAST_PCNT = 0.5;
const LOW_PCNT = 10;
const ASK_EVERY_MS = 500;

/** What a controller gives, whatever it is asked for. */
export const powerChecks: readonly Check[] = [
  watched('C38', 'an activation above what is booked gives no more than that', 10, async (stage, power) => {
    const bookedKw = power.valueKw;
    const activation = [-HOUR_S, HOUR_S, -TOO_MUCH * bookedKw] as const;
    await providing(stage, setFor(power, { bookedKw, activation }));
    // It may ramp up to it for five minutes.
    const untilMs = performance.now() + FOLLOW_MS;
    while (performance.now() < untilMs) {
      demand(power.isAtMost(bookedKw), `the battery gives more than the ${bookedKw} kW that are booked`);
      await pause(ASK_EVERY_MS);
      await stage.applied(stage.sendAgain());
    }
  }),
  watched('C39', 'a power above the rating is rejected, or given as far as that', 10, async (stage, power) => {
    const commands = [setPower(-60, HOUR_S, TOO_MUCH * power.ratedKw)];
    const { rejected } = await stage.applied(stage.send({ commands }));
    if (rejected.length > 0) return;
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.ratedKw });
    await staysAt(stage, power, power.ratedKw);
  }),
  watched('C40', 'a power is given as it is set, not in coarse steps', 10, async (stage, power) => {
    const valueKw = UNEVEN_SHARE * power.ratedKw;
    await stage.applied(stage.send({ commands: [setPower(-60, HOUR_S, valueKw)] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw });
  }),
  watched('C41', 'its state of charge moves with its power', 70, async (stage, power) => {
    const { ratedKw, pcntPerHour } = power;
    const from = power.socPcnt();
    if (from === null || pcntPerHour === undefined) throw new NotApplicable('it reports no state of charge');
    const withinMs = stage.reactMs((4 * LEAST_PCNT * 3_600_000) / pcntPerHour);
    if (withinMs > stage.reactMs(CHARGE_MS)) throw new NotApplicable('a minute at its rating moves it too little');
    const way = from < LOW_PCNT ? -1 : 1;
    await stage.applied(stage.send({ commands: [setPower(-60, HOUR_S, way * ratedKw)] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: way * ratedKw });
    const untilMs = performance.now() + withinMs;
    while (way * (from - (power.socPcnt() ?? from)) < LEAST_PCNT) {
      demand(performance.now() < untilMs, `after ${seconds(withinMs)} at its rating, it is at ${from} percent still`);
      await pause(ASK_EVERY_MS);
      await stage.applied(stage.sendAgain());
    }
  }),
  watched('C42', 'an order ends in time though its clock is set back under it', 20, async (stage, power) => {
    await takingOrders(stage, setFor(power));
    order(stage, { kW: -power.valueKw, forMs: SHORT_ORDER_MS });
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    await setClock(stage, -HOUR_S);
    const { sentAtMs } = await stage.applied(stage.sendAgain());
    if (sentAtMs > Date.now() - (HOUR_S * 1_000) / 2) throw new NotApplicable('its clock cannot be set');
    await power.until({ withinMs: stage.reactMs(SHORT_ORDER_MS + FOLLOW_MS), valueKw: 'released' });
  }),
];
