import { ALL_PROFILES, BATTERY_ONLY, BOTH_BINDINGS, type Check, plain } from '../check.ts';
import { demand, foundOr } from '../finding.ts';
import { followPower, setPower } from '../follow-power.ts';
import type { Happening } from '../happening.ts';
import { seconds } from '../controller-talk.ts';
import type { Stage } from '../stage.ts';
import { cutsAt, judgeWaits, LONGEST_WAIT_MS, NEARLY, SHORTEST_WAIT_MS } from './judge-waits.ts';

const REFUSED_MS = 20_000;
const UNACKNOWLEDGED_MS = 20_000;
const MOST_IN_FLIGHT = 5;
const SILENT_MQTT_MS = 77_000;
const SILENT_HTTPS_MS = 100_000;
const NEXT_REPORT_MS = 60_000;
const SAME_ATTEMPT_MS = 20;
const HOLD_SECONDS = 2;
const AWAY_MS = 4_000;
const RETRY_AFTER_SECONDS = 2;

/** What a controller does when the line or the service fails. */
export const linkChecks: readonly Check[] = [
  plain('C17', 'connects again after a random wait of 1 to 15 s, and reports at once', 68, async (stage) => {
    const waits: number[] = [];
    const sessions = new Set<string>();
    const cuts = cutsAt(stage);
    for (let count = 0; count < cuts; count += 1) {
      const { waitedMs, from } = await waitAfterCut(stage);
      waits.push(waitedMs);
      const report = await stage.nextReport(from, stage.reactMs());
      sessions.add(foundOr(report, `it did not report within ${seconds(stage.reactMs())} of connecting`).session);
    }
    judgeWaits(waits, stage);
    if (stage.binding === 'mqtt')
      demand(sessions.size === cuts, `${cuts} connections, and ${sessions.size} sessions: each needs one of its own`);
  }),
  plain('C18', 'goes on trying when its key is refused, and not too fast', 40, async (stage) => {
    const { evidence, gateway, pace } = stage;
    gateway.script.isKeyGood = false;
    gateway.cut();
    const from = evidence.length();
    await evidence.until({ from, withinMs: stage.protocolMs(LONGEST_WAIT_MS), isSo: isAttempt });
    await pause(REFUSED_MS / pace);
    const attempts = attemptsSince(stage, from);
    demand(attempts.length > 0, `it made no attempt in ${seconds(stage.protocolMs(LONGEST_WAIT_MS))}`);
    const shortestMs = Math.min(...attempts.slice(1).map((atMs, index) => atMs - (attempts[index] ?? 0)));
    demand(
      shortestMs >= (NEARLY * SHORTEST_WAIT_MS) / pace,
      `it tried again after ${seconds(shortestMs * pace)}: rule 8 asks for at least 1 s`,
    );
    gateway.script.isKeyGood = true;
    const back = await stage.nextReport(evidence.length(), stage.protocolMs(LONGEST_WAIT_MS) + stage.reactMs());
    demand(back !== undefined, 'it did not come back when the key was valid again');
  }),
  {
    bindings: BOTH_BINDINGS,
    profiles: BATTERY_ONLY,
    id: 'C20',
    title: 'cut off for longer than holdSeconds, it acts as if nothing were set',
    longestSeconds: 30,
    async run(stage) {
      const { evidence, gateway } = stage;
      const power = followPower(stage);
      await stage.applied(stage.send({ commands: [setPower(-60, 3_600, power.valueKw)], holdSeconds: HOLD_SECONDS }));
      await power.until({ withinMs: stage.reactMs(6_000), valueKw: power.valueKw });
      gateway.script.isAway = true;
      gateway.cut();
      await pause(AWAY_MS);
      gateway.script.isAway = false;
      const report = await stage.nextReport(evidence.length(), stage.protocolMs(LONGEST_WAIT_MS) + stage.reactMs());
      demand(report !== undefined, 'it did not come back');
      demand(!power.isAt(report, power.valueKw), `after ${seconds(AWAY_MS)} the battery was still at its value`);
    },
  },
  plain('C21', 'notices that a connection is dead', 100, async (stage) => {
    const { evidence, gateway } = stage;
    gateway.script.isMute = true;
    // The request that waits would still be answered.
    if (stage.binding === 'https') gateway.cut();
    const from = evidence.length();
    const withinMs = stage.protocolMs(stage.binding === 'mqtt' ? SILENT_MQTT_MS : SILENT_HTTPS_MS);
    const left = await evidence.until({
      from,
      withinMs,
      isSo: stage.binding === 'mqtt' ? isGone : isSecondOfAPath(),
    });
    demand(left !== undefined, `it still waited after ${seconds(withinMs)}`);
    gateway.script.isMute = false;
    if (stage.binding === 'https') gateway.cut();
    const back = await stage.nextReport(evidence.length(), withinMs);
    demand(back !== undefined, 'it gave up and did not come back');
  }),
  plain('C24', 'reports that nobody acknowledges do not pile up', 40, async (stage) => {
    const { evidence, gateway } = stage;
    gateway.script.isUnacknowledged = true;
    const from = evidence.length();
    stage.sendAgain();
    await pause(UNACKNOWLEDGED_MS / stage.pace);
    const inFlight = evidence.of('report', from).length;
    demand(inFlight <= MOST_IN_FLIGHT, `${inFlight} reports were under way at once`);
    const [isSo, afterMs] =
      stage.binding === 'mqtt' ? [isGone, LONGEST_WAIT_MS] : [isSecondOfAPath('POST'), NEXT_REPORT_MS];
    const left = await evidence.until({ from, withinMs: stage.protocolMs(afterMs), isSo });
    demand(left !== undefined, 'it went on as if it had been heard');
    gateway.script.isUnacknowledged = false;
    const later = evidence.length();
    const back = await stage.nextReport(later, stage.protocolMs(LONGEST_WAIT_MS * 2) + stage.reactMs());
    demand(back !== undefined, 'it did not report again');
  }),
  {
    bindings: ['https'],
    profiles: ALL_PROFILES,
    id: 'C28',
    title: 'waits as long as 503 and 429 tell it to',
    longestSeconds: 40,
    async run(stage) {
      for (const status of [503, 429] as const) {
        const { evidence, gateway } = stage;
        await stage.applied(stage.sendAgain());
        gateway.script.refusal = { status, retryAfterSeconds: RETRY_AFTER_SECONDS };
        const from = evidence.length();
        // Ends the poll that waits; the next one is refused.
        await stage.applied(stage.sendAgain(), stage.reactMs());
        const refused = await evidence.until({ from, withinMs: stage.reactMs(), isSo: isRefusalOf(status) });
        demand(refused !== undefined, 'it did not ask for its schedule again');
        const next = await evidence.until({
          from: evidence.since(0).indexOf(refused) + 1,
          withinMs: stage.protocolMs(LONGEST_WAIT_MS) + RETRY_AFTER_SECONDS * 1_000,
          isSo: isPoll,
        });
        const afterMs = foundOr(next, `it did not ask again after ${status}`).atMs - refused.atMs;
        const leastMs = NEARLY * RETRY_AFTER_SECONDS * 1_000;
        const told = `Retry-After: ${RETRY_AFTER_SECONDS}`;
        demand(
          afterMs >= leastMs,
          `it asked again after ${seconds(afterMs)}, although answered ${status} with ${told}`,
        );
      }
    },
  },
];

/** Cuts the line; how long it takes until the controller is there again, and from where on its next report counts. */
async function waitAfterCut(stage: Stage): Promise<{ readonly waitedMs: number; readonly from: number }> {
  const { evidence, gateway, binding, protocolMs } = stage;
  await untilPolling(stage);
  const from = evidence.length();
  const cutAtMs = performance.now();
  gateway.script.isAway = binding === 'https';
  gateway.cut();
  if (binding === 'https') await refuseEarly(stage, from);
  gateway.script.isAway = false;
  const isSo = (one: Happening): one is Happening =>
    binding === 'mqtt' ? one.kind === 'login' : isPoll(one) && one.isAnswered;
  const withinMs = protocolMs(LONGEST_WAIT_MS) + 1_000;
  const back = await evidence.until({ from, withinMs, isSo });
  const there = foundOr(back, `it was not back after ${seconds(withinMs)}`);
  const waitedMs = performance.now() - cutAtMs;
  // A report that was on its way when the line was cut is of the connection before.
  return { waitedMs, from: binding === 'mqtt' ? from + evidence.since(from).indexOf(there) : from };
}

// A library may send a request a second time by itself, at once: that is not the controller's doing.
async function refuseEarly({ evidence, pace }: Stage, from: number): Promise<void> {
  await pause((NEARLY * SHORTEST_WAIT_MS) / pace);
  const [, second] = evidence.of('request', from);
  demand(second === undefined, 'it tried again and again at once; rule 8 asks for 1 to 15 s at random');
}

// Between two requests nothing is there to be cut.
async function untilPolling({ evidence, binding, reactMs }: Stage): Promise<void> {
  if (binding === 'mqtt') return;
  const lastReport = evidence.since(0).findLastIndex(({ kind }) => kind === 'report');
  await evidence.until({ from: lastReport + 1, withinMs: reactMs(), isSo: isPoll });
}

/** When it tried; what comes together is one attempt. */
function attemptsSince({ evidence, binding }: Stage, from: number): number[] {
  const times = evidence.of(binding === 'mqtt' ? 'login' : 'request', from).map(({ atMs }) => atMs);
  return times.filter((atMs, index) => index === 0 || atMs - (times[index - 1] ?? 0) > SAME_ATTEMPT_MS);
}

function isAttempt(one: Happening): one is Happening {
  return one.kind === 'login' || one.kind === 'request';
}

function isGone(one: Happening): one is Happening {
  return one.kind === 'gone';
}

/** Whoever asks the same a second time has given up the first. */
function isSecondOfAPath(method?: string): (one: Happening) => one is Happening {
  const asked = new Set<string>();
  return (one): one is Happening => {
    if (one.kind !== 'request' || one.method !== (method ?? one.method)) return false;
    const isSecond = asked.has(one.path);
    asked.add(one.path);
    return isSecond;
  };
}

function isPoll(one: Happening): one is Extract<Happening, { readonly kind: 'request' }> {
  return one.kind === 'request' && one.method === 'GET';
}

function isRefusalOf(status: number): (one: Happening) => one is Happening {
  return (one): one is Happening => one.kind === 'packet' && one.text.startsWith(`◀ ${status} `);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
