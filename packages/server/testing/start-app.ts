import { pino } from 'pino';
import { buildService } from '../src/build-service.ts';
import type { BodyBytesSettings } from '../src/http/read/body-bytes.ts';
import type { BudgetSettings } from '../src/limits/budget.ts';
import { computeAnswers } from '../src/computing/compute-answers.ts';
import { joinAnswers } from '../src/computing/join-answers.ts';
import { onlyNode } from '../src/nodes/nodes.ts';
import { layGround } from '../src/open-ground.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import { createNodeFigures } from '../src/platform/figures/node-figures.ts';
import type { RefusalRecord } from '../src/platform/refusal-record.ts';
import { createCloseStack } from '../src/platform/shutdown/close-stack.ts';
import { readConfig } from '../src/read-config.ts';
import { openRooms } from '../src/rooms.ts';
import type { SessionTimes } from '../src/sessions/settings.ts';
import type { Store } from '../src/store/store.ts';

export type App = ReturnType<typeof buildService>;
export type StartedApp = Awaited<ReturnType<typeof startApp>>;

interface Starting {
  readonly store: Store;
  /** The environment. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly isStopping?: () => boolean;
  /** Left out, nobody is told of what is refused. */
  readonly refusals?: RefusalRecord;
  /** What nobody can set, where a test needs it otherwise. */
  readonly sessionTimes?: Partial<SessionTimes>;
  readonly budget?: Partial<BudgetSettings>;
  readonly bodies?: BodyBytesSettings;
}

export const PUBLIC_URL = 'https://setpoint.example.com';
const OPEN_DOOR = {
  watch: () => undefined,
  proved: () => undefined,
  speaksFor: () => undefined,
  cutOff: () => undefined,
  fill: () => ({ open: 0, most: 0, own: 0, shared: 0 }),
};
// Nobody opens it here.
const OPS_DOOR = {
  limits: { most: 1, mostStrangers: 1, mostOfAddress: 1, mostOfOwner: 1, trustedProxies: [] },
  onRefused: () => undefined,
};
const UNHEARD = { note: () => undefined, watch: () => undefined, stop: () => undefined };
const ANYBODY = { http: OPEN_DOOR, mqtt: OPEN_DOOR, mqtts: OPEN_DOOR, ops: OPS_DOOR };

/** For tests: all that answers requests, over an open store, without what the service does in the background. */
export async function startApp(starting: Starting) {
  const { store, settings = {}, now = Date.now, isStopping = () => false, refusals = UNHEARD } = starting;
  const read = readConfig(settings);
  if (read.kind === 'invalid') throw new Error(read.problems.join());
  const { sessions, identity } = read.config;
  const times = { ...sessions.times, ...starting.sessionTimes };
  const budget = { ...identity.budget, ...starting.budget };
  const config = { ...read.config, sessions: { ...sessions, times }, identity: { ...identity, budget } };
  const closeStack = createCloseStack();
  const figures = createNodeFigures();
  closeStack.add(() => figures.stop());
  const footing = {
    store,
    // What threads do in the service, with the same code.
    compute: joinAnswers(computeAnswers({ store, lanes: 1 })),
    kind: 'sqlite',
    sharedUrl: undefined,
    // Nothing reads there.
    reading: { kind: 'file', databasePath: '' },
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    refusals,
    admissions: ANYBODY,
    figures,
    nodes: { ...onlyNode, now },
    shutdown: { isDraining: isStopping, isStopping, drain: () => Promise.resolve() },
    publicUrl: PUBLIC_URL,
  } as const;
  const ground = await layGround(config, footing, closeStack);
  closeStack.add(() => ground.issued.stop());
  const { rooms, gateway, deviations } = await openRooms(ground, config);
  const app = buildService(ground, rooms, { ...config.http, bodies: starting.bodies });
  app.addHook('onClose', () => closeStack.unwind());
  const forgetting = rooms
    .flatMap((room) => room.forgetting ?? [])
    .map((aging) => aging({ ...ground, now: ground.certainNow }));
  return {
    app,
    base: await app.listen({ host: '127.0.0.1', port: 0 }),
    history: ground.history,
    /** Does once what the service does again and again as time passes. */
    async takeSteps(): Promise<void> {
      await ground.clock.keep();
      const { signal } = new AbortController();
      for (const step of rooms.flatMap((room) => room.clockSteps ?? [])) await step(signal);
      for (const forget of forgetting) await forget();
    },
    /** Divides the signals of pools again, of which a member was seen that does not follow. */
    divide: () => deviations.divide(),
    clock: ground.clock,
    /** Puts the tokens in the audit log that were issued and are not in it yet. */
    recordTokens: () => ground.issued.stop(),
    /** Opens the port that `SETPOINT_MQTT_PORT` names. */
    listenMqtt: async (): Promise<string> => {
      const mqtt = await gateway.listen();
      closeStack.add(() => mqtt.close());
      return `mqtt://127.0.0.1:${mqtt.plainPort}`;
    },
  };
}
