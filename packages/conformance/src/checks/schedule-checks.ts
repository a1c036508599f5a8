import { type Check, plain, watched } from '../check.ts';
import { demand } from '../finding.ts';
import { BATTERY_POWER, setPower } from '../follow-power.ts';
import type { SeenReport } from '../happening.ts';
import { seconds } from '../controller-talk.ts';
import type { CommandDraft } from '../snapshot-writer.ts';
import type { Stage } from '../stage.ts';
import { isSnapshot } from './is-snapshot.ts';

const HOUR_S = 3_600;
const SETTLE_MS = 300;
const FOLLOW_MS = 6_000;
const MUCH_MS = 10_000;
const LEAST_OF_MUCH_MS = 2_000;
const MOST_OF_A_KIND = 10;
const MANY_ENTRIES = 1_500;
const LONGEST_WAIT_MS = 15_000;
const limit: CommandDraft = { asset: 'grid', type: 'upperLimitkW', spans: [[-60, HOUR_S, 450]] };
const idle = (stage: Stage): CommandDraft[] => (stage.profile === 'battery' ? [setPower(-60, HOUR_S, 0)] : []);

/** What a controller makes of a snapshot. */
export const scheduleChecks: readonly Check[] = [
  watched('C05', 'an entry that began an hour ago is carried out at once', 6, async (stage, power) => {
    await stage.applied(stage.send({ commands: [setPower(-HOUR_S, HOUR_S, power.valueKw)] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
  }),
  plain('C06', 'takes any revision that differs, also after a restore', 2, async (stage) => {
    await stage.applied(stage.send({ commands: idle(stage) }));
    const revision = `0.1.${stage.evidence.length().toString(16).padStart(8, '0')}`;
    await stage.applied(stage.send({ commands: idle(stage), revision }));
  }),
  plain('C07', 'ignores properties that it does not know, at every level', 2, async (stage) => {
    const extra = { laterVersion: { of: ['the', 'protocol'] }, note: null };
    const { rejected } = await stage.applied(stage.send({ commands: idle(stage), extra }));
    demand(!rejected.some(isBatteryPower), 'it rejects a command for a property that it does not know');
  }),
  plain('C08', 'rejects a command that it cannot do, and applies the rest', 2, (stage) =>
    appliedWithout(stage, { asset: 'heatpump', type: 'optimalSocPcnt', spans: [[-60, HOUR_S, 50]] }),
  ),
  plain('C09', 'rejects a type of a later version alone', 2, (stage) =>
    appliedWithout(stage, { asset: 'ev', type: 'plugLimitkW', spans: [[-60, HOUR_S, 7]] }),
  ),
  plain('C10', 'keeps its schedule when a snapshot is cut off', 20, (stage) =>
    keepsItsOwn(stage, (text) => text.slice(0, Math.floor(text.length * 0.7))),
  ),
  plain('C11', 'keeps its schedule when entries overlap', 20, (stage) => keepsItsOwn(stage, (text) => text)),
  watched('C12', 'an entry begins and ends by the clock', 9, async (stage, power) => {
    const beginsAtMs = Date.now() + 1_500;
    const report = await stage.applied(stage.send({ commands: [setPower(1.5, 4.5, power.valueKw)] }));
    // The first report may come late.
    const isEarly = report.sentAtMs < beginsAtMs && power.isAt(report, power.valueKw);
    demand(!isEarly, 'it is carried out before it begins');
    await power.until({ withinMs: stage.reactMs(1_500 + 2_000), valueKw: power.valueKw });
    await power.until({ withinMs: stage.reactMs(3_000 + 2_000), valueKw: 'released' });
  }),
  watched('C13', 'with nothing set, the battery is released', 6, async (stage, power) => {
    await stage.applied(stage.send({ commands: [setPower(-60, HOUR_S, power.valueKw)] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    const { rejected } = await stage.applied(stage.send({ commands: [] }));
    demand(rejected.length === 0, 'nothing is set, and it rejects something');
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: 'released' });
  }),
  plain('C14', 'applies a snapshot of 1.4 MB', 10, async (stage) => {
    const spans = Array.from(
      { length: MANY_ENTRIES },
      (_, index) => [index * 60 + 60, index * 60 + 120, index % 50] as const,
    );
    const commands = PAIRS.slice(0, MOST_OF_A_KIND).map((pair) => ({ ...pair, spans }));
    await stage.applied(stage.send({ commands }), muchMs(stage));
  }),
  plain('C15', 'of a hundred snapshots, the last one counts', 12, async (stage) => {
    let last = '';
    for (let count = 0; count < 100; count += 1) {
      last = stage.send({ commands: idle(stage) });
      await new Promise((resolve) => setTimeout(resolve, 20 / stage.pace));
    }
    await stage.applied(last, muchMs(stage));
    // What is still to come must not put an older one in its place.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const latest = stage.evidence.of('report').at(-1)?.report.revision;
    demand(latest === last, `after ${last} it reported ${latest ?? 'no schedule'}`);
  }),
  watched('C25', 'the same snapshot twice changes nothing', 6, async (stage, power) => {
    await stage.applied(stage.send({ commands: [setPower(-60, HOUR_S, power.valueKw)] }));
    await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    const from = stage.evidence.length();
    stage.gateway.script.isRepeated = true;
    stage.gateway.repeatLast();
    await stage.applied(stage.sendAgain());
    await stage.applied(stage.sendAgain());
    demand(stage.evidence.of('gone', from).length === 0, 'it ended the connection');
    const glitch = stage.evidence
      .of('report', from)
      .find(({ report }) => report.assets !== undefined && !power.isAt(report, power.valueKw));
    demand(glitch === undefined, `the battery left its value: ${glitch?.text ?? ''}`);
  }),
  watched('C26', 'does not care what the clock of the service says', 8, async (stage, power) => {
    for (const issuedOffMs of [-HOUR_S * 1_000, HOUR_S * 1_000]) {
      const commands = [setPower(-60, 600, power.valueKw)];
      await stage.applied(stage.send({ commands, issuedOffMs }));
      await power.until({ withinMs: stage.reactMs(FOLLOW_MS), valueKw: power.valueKw });
    }
  }),
];

const PAIRS = [
  BATTERY_POWER,
  { asset: 'bess', type: 'optimalSocPcnt' },
  { asset: 'grid', type: 'activePowerkW' },
  { asset: 'grid', type: 'upperLimitkW' },
  { asset: 'grid', type: 'fcrImportkW' },
  { asset: 'grid', type: 'fcrExportkW' },
  { asset: 'grid', type: 'afrrImportBookingkW' },
  { asset: 'grid', type: 'afrrExportBookingkW' },
  { asset: 'grid', type: 'mfrrImportBookingkW' },
  { asset: 'solar', type: 'solarCurtailmentPcnt' },
] as const;

/** For what is a lot at once. */
function muchMs({ pace, reactMs }: Stage): number {
  return reactMs(Math.max(LEAST_OF_MUCH_MS, MUCH_MS / pace));
}

function isBatteryPower({ asset, type }: { asset: string; type: string }): boolean {
  return asset === BATTERY_POWER.asset && type === BATTERY_POWER.type;
}

async function appliedWithout(stage: Stage, unknown: CommandDraft): Promise<void> {
  const commands = [...idle(stage), unknown, limit];
  const { rejected } = await stage.applied(stage.send({ commands }));
  const name = `${unknown.asset}/${unknown.type}`;
  const isThere = rejected.some(({ asset, type }) => asset === unknown.asset && type === unknown.type);
  demand(isThere, `${name} is not in what it rejects: ${namesOf(rejected) || 'nothing'}`);
  const isAlone = stage.profile !== 'battery' || !rejected.some(isBatteryPower);
  demand(isAlone, `it rejects bess/activePowerkW, which it can do, because of ${name}`);
}

function namesOf(rejected: SeenReport['rejected']): string {
  return rejected.map(({ asset, type }) => `${asset}/${type}`).join(', ');
}

async function keepsItsOwn(stage: Stage, damage: (text: string) => string): Promise<void> {
  const { evidence } = stage;
  const own = stage.send({ commands: idle(stage) });
  await stage.applied(own);
  const from = evidence.length();
  const revision = `1.0.${from.toString(16).padStart(8, '0')}`;
  stage.sendText(revision, damage(overlappingText(revision)));
  await evidence.until({ from, withinMs: stage.reactMs(), isSo: isSnapshot });
  const next = await stage.nextReport(evidence.length() - 1, stage.protocolMs(LONGEST_WAIT_MS * 2));
  demand(next !== undefined, `it reported nothing for ${seconds(stage.protocolMs(LONGEST_WAIT_MS * 2))}`);
  // What was on its way when it came is not the answer to it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const taken = evidence.of('report', from).find(({ report }) => report.revision !== own);
  demand(taken === undefined, `it should report ${own} still: ${taken?.text ?? ''}`);
  // Over HTTPS it may wait before it asks again.
  await stage.applied(stage.send({ commands: [] }), stage.protocolMs(LONGEST_WAIT_MS) + stage.reactMs());
  if (stage.binding === 'mqtt') demand(evidence.of('gone', from).length === 0, 'it ended the connection');
}

function overlappingText(revision: string): string {
  const at = (offsetSeconds: number): string => new Date(Date.now() + offsetSeconds * 1_000).toISOString();
  const entries = [
    { startAt: at(-60), endAt: at(HOUR_S), value: 1 },
    { startAt: at(-30), endAt: at(2 * HOUR_S), value: 2 },
  ];
  const commands = [{ ...BATTERY_POWER, entries }];
  return JSON.stringify({ revision, issuedAt: at(0), holdSeconds: null, commands });
}
