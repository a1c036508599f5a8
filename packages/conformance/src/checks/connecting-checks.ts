import { PATHS, siteTopic, parseSiteId } from '@setpoint/contract';
import { ALL_PROFILES, BATTERY_ONLY, BOTH_BINDINGS, type Check, plain } from '../check.ts';
import { demand, foundOr } from '../finding.ts';
import { followPower, setPower } from '../follow-power.ts';
import type { Happening } from '../happening.ts';
import { seconds } from '../controller-talk.ts';
import type { Stage } from '../stage.ts';

const SIGN_IN_MS = 8_000;
const REPORT_EVERY_MS = 31_000;
const SETTLE_MS = 300;
const everybody = { bindings: BOTH_BINDINGS, profiles: ALL_PROFILES } as const;

/** How a controller connects and reports. */
export const connectingChecks: readonly Check[] = [
  {
    ...everybody,
    id: 'C01',
    title: 'signs in with its site id and its key',
    longestSeconds: 8,
    isOfFirstStart: true,
    async run(stage) {
      const kind = stage.binding === 'mqtt' ? 'login' : 'report';
      const withinMs = stage.reactMs(SIGN_IN_MS);
      const first = await firstOf(stage, kind, withinMs);
      demand(first !== undefined, `nobody signed in within ${seconds(withinMs)}`);
      demand(first.kind !== 'login' || first.isAccepted, 'it signed in with another key, user name or client id');
    },
  },
  {
    ...everybody,
    id: 'C02',
    title: 'asks for its own schedule and for nothing else',
    longestSeconds: 8,
    isOfFirstStart: true,
    async run(stage) {
      const withinMs = stage.reactMs(SIGN_IN_MS);
      if (stage.binding === 'https') return askedAlone(stage, withinMs);
      const first = await firstOf(stage, 'subscribe', withinMs);
      demand(first?.kind === 'subscribe', `it did not subscribe within ${seconds(withinMs)}`);
      const siteId = foundOr(parseSiteId(stage.siteId), 'no site');
      const [wanted, orders] = [siteTopic(siteId, 'schedule'), siteTopic(siteId, 'order')];
      const all = stage.evidence.of('subscribe').flatMap(({ topics }) => topics);
      // Orders may have been offered by an earlier check.
      const asked = all.filter(({ topic }) => topic !== orders);
      const others = asked.filter(({ topic }) => topic !== wanted);
      demand(others.length === 0, `it subscribed to ${others.map(({ topic }) => topic).join(', ')}`);
      demand(
        asked.every(({ qos }) => qos === 1),
        'it subscribed with another QoS than 1',
      );
    },
  },
  {
    ...everybody,
    id: 'C03',
    title: 'reports at once after connecting, with no schedule yet',
    longestSeconds: 8,
    isOfFirstStart: true,
    async run(stage) {
      const kind = stage.binding === 'mqtt' ? 'login' : 'request';
      const login = foundOr(await firstOf(stage, kind, stage.reactMs(SIGN_IN_MS)), 'nobody signed in');
      const report = await firstOf(stage, 'report', stage.reactMs());
      demand(report?.kind === 'report', `no report came within ${seconds(stage.reactMs())}`);
      const afterMs = report.atMs - login.atMs;
      demand(afterMs <= stage.reactMs(), `the first report came after ${seconds(afterMs)}`);
      demand(report.report.revision === null, `an empty disk, and it names ${report.report.revision ?? ''}`);
      const published = stage.evidence.of('publish');
      demand(
        published.every(({ qos }) => qos === 1),
        'it publishes reports with another QoS than 1',
      );
      demand(!published.some(({ retain }) => retain), 'it publishes reports as retained');
    },
  },
  {
    ...everybody,
    id: 'C04',
    title: 'applies the first snapshot and reports its revision',
    longestSeconds: 8,
    isOfFirstStart: true,
    async run(stage) {
      foundOr(await firstOf(stage, 'report', stage.reactMs(SIGN_IN_MS)), 'no report came');
      const isSo = (one: Happening): one is Happening => one.kind === 'report' && one.report.revision !== null;
      const found = await stage.evidence.until({ from: 0, withinMs: stage.reactMs(), isSo });
      demand(found !== undefined, `its revision was not reported within ${seconds(stage.reactMs())}`);
    },
  },
  plain('C16', 'its sequence grows within each session', 3, async (stage) => {
    // Before, connections may have been cut: what was not acknowledged then comes twice.
    const from = stage.evidence.length();
    for (let count = 0; count < 4; count += 1) await stage.applied(stage.sendAgain());
    const last = new Map<string, number>();
    for (const { report } of stage.evidence.of('report', from)) {
      const before = last.get(report.session) ?? -1;
      demand(report.sequence > before, `${report.sequence} follows ${before} in the session ${report.session}`);
      last.set(report.session, report.sequence);
    }
  }),
  plain('C22', 'reports every 30 s, whatever is said to it', 31, async (stage) => {
    await stage.applied(stage.sendAgain());
    // What was under way is over by then.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS + REPORT_EVERY_MS / 10 / stage.pace));
    const withinMs = stage.protocolMs(REPORT_EVERY_MS);
    const from = stage.evidence.length();
    demand((await stage.nextReport(from, withinMs)) !== undefined, `no report came within ${seconds(withinMs)}`);
  }),
  {
    bindings: BOTH_BINDINGS,
    profiles: BATTERY_ONLY,
    id: 'C30',
    title: 'its device tree is sound, and charging is negative',
    longestSeconds: 8,
    async run(stage) {
      const power = followPower(stage);
      const chargeKw = -power.valueKw;
      await stage.applied(stage.send({ commands: [setPower(-60, 3_600, chargeKw)] }));
      await power.until({ withinMs: stage.reactMs(6_000), valueKw: chargeKw });
      const wrong = stage.evidence.of('malformed').map(({ text }) => text);
      demand(wrong.length === 0, wrong.at(0) ?? '');
    },
  },
];

function firstOf(stage: Stage, kind: Happening['kind'], withinMs: number): Promise<Happening | undefined> {
  const isSo = (one: Happening): one is Happening => one.kind === kind;
  return stage.firstStart().then(() => stage.evidence.until({ from: 0, withinMs, isSo }));
}

async function askedAlone(stage: Stage, withinMs: number): Promise<void> {
  await stage.firstStart();
  const isSo = (one: Happening): one is Happening => one.kind === 'request' && one.path === PATHS.controllerSchedule;
  const found = await stage.evidence.until({ from: 0, withinMs, isSo });
  demand(found !== undefined, `it did not ask for its schedule within ${seconds(withinMs)}`);
  const isOwn = (path: string): boolean => path.startsWith('/api/v1/controller/');
  const other = stage.evidence.of('request').find(({ path }) => !isOwn(path));
  demand(other === undefined, `it asked for ${other?.path ?? ''}`);
}
