import { type Check, plain, watched } from '../check.ts';
import { demand, NotApplicable } from '../finding.ts';
import { setPower } from '../follow-power.ts';
import { seconds } from '../controller-talk.ts';
import type { Stage } from '../stage.ts';
import { afterPowerCut } from './after-power-cut.ts';
import { isSnapshot } from './is-snapshot.ts';

const END_MS = 5_000;
const HOUR_S = 3_600;
const LONGEST_WAIT_MS = 15_000;
// A power cut comes at any moment of the writing.
const KILL_WITHIN_MS = 100;

/** What outlives the process of a controller, and what its clock may do. */
export const processChecks: readonly Check[] = [
  plain('C19', 'after a power cut it has its schedule at once', 12, async (stage) => {
    const revision = stage.send({ commands: [setPower(-60, HOUR_S, 1)] });
    await stage.applied(revision);
    const report = await afterPowerCut(stage);
    demand(report.revision === revision, `its first report named ${report.revision ?? 'no schedule'}, not ${revision}`);
  }),
  plain('C23', 'ends when it is asked to', 8, async (stage) => {
    if (!stage.isAutomatic) throw new NotApplicable('it was not started by the runner');
    await stage.applied(stage.sendAgain());
    const withinMs = stage.reactMs(END_MS);
    demand(await stage.life.stop(withinMs), `SIGTERM, and it still ran after ${seconds(withinMs)}`);
  }),
  watched('C27', 'heals when its clock is set', 20, async (stage, power) => {
    const step = (offsetSeconds: number) => setClock(stage, offsetSeconds);
    const other = [HOUR_S - 600, HOUR_S + 600, power.valueKw] as const;
    const command = { ...setPower(0, 0, 0), spans: [[-60, 600, power.valueKw / 2] as const, other] };
    await stage.applied(stage.send({ commands: [command] }));
    await power.until({ withinMs: stage.reactMs(6_000), valueKw: power.valueKw / 2 });
    await step(HOUR_S);
    const { sentAtMs } = await stage.applied(stage.sendAgain());
    if (sentAtMs - Date.now() < (HOUR_S * 1_000) / 2)
      throw new NotApplicable('its clock cannot be set: it does not add the milliseconds in CLOCK_FILE');
    await power.until({ withinMs: stage.reactMs(), valueKw: power.valueKw });
    await step(-HOUR_S);
    await power.until({ withinMs: stage.reactMs(), valueKw: 0 });
    await step(0);
    await power.until({ withinMs: stage.reactMs(), valueKw: power.valueKw / 2 });
  }),
  plain('C29', 'a power cut while it writes leaves the old schedule or the new one', 60, async (stage) => {
    if (!stage.isAutomatic) throw new NotApplicable('it would have to be killed many times');
    for (let count = 0; count < stage.kills; count += 1) {
      const own = stage.send({ commands: [setPower(-60, HOUR_S, 1)] });
      await stage.applied(own, stage.reactMs() + LONGEST_WAIT_MS / stage.pace);
      const from = stage.evidence.length();
      const next = stage.send({ commands: largeEnough(count) });
      await stage.evidence.until({ from, withinMs: stage.reactMs(), isSo: isSnapshot });
      await new Promise((resolve) => setTimeout(resolve, (KILL_WITHIN_MS * count) / stage.kills));
      const { revision } = await afterPowerCut(stage);
      const isOne = revision === own || revision === next;
      demand(isOne, `it had ${own}, was killed when ${next} came, and reported ${revision ?? 'no schedule'}`);
    }
  }),
];

// Some tens of kilobytes take a moment to write.
function largeEnough(count: number) {
  const spans = Array.from({ length: 400 }, (_, index) => [index * 60 + 60, index * 60 + 120, count] as const);
  return [{ ...setPower(0, 0, 0), spans }];
}

export async function setClock(stage: Stage, offsetSeconds: number): Promise<void> {
  stage.evidence.note(`its clock is set ${offsetSeconds} s from ours`);
  stage.life.setClock(offsetSeconds * 1_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
