import { pino } from 'pino';
import { buildService } from '../src/build-service.ts';
import { type Nodes, onlyNode } from '../src/nodes/nodes.ts';
import { layGround } from '../src/open-ground.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { createNodeFigures } from '../src/platform/node-figures.ts';
import type { RefusalRecord } from '../src/platform/refusal-record.ts';
import { createUnwinding } from '../src/platform/unwinding.ts';
import { readConfig } from '../src/read-config.ts';
import { openRooms } from '../src/rooms.ts';
import type { Store } from '../src/store/store.ts';

export type App = ReturnType<typeof buildService>;

interface Alone {
  readonly store: Store;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodes?: Nodes;
  readonly isStopping?: () => boolean;
  /** Left out, nobody is told of what is refused. */
  readonly refusals?: RefusalRecord;
}

export const PUBLIC_URL = 'https://setpoint.example.com';
const OPEN_DOOR = { watch: () => undefined, proved: () => undefined, speaksFor: () => undefined };
// Nobody opens it here.
const OPS_DOOR = {
  limits: { most: 1, mostStrangers: 1, mostOfAddress: 1, mostOfOwner: 1, trustedProxies: [] },
  onRefused: () => undefined,
};
const UNHEARD = { note: () => undefined, watch: () => undefined, stop: () => undefined };
const ANYBODY = { http: OPEN_DOOR, mqtt: OPEN_DOOR, mqtts: OPEN_DOOR, ops: OPS_DOOR };

/** All that answers requests, over a store, without what the service does in the background. */
export async function buildAlone(alone: Alone): Promise<App> {
  return (await openAlone(alone)).app;
}

/** The same, with the ports of MQTT: those that the settings name open when they are asked to. */
export async function openAlone(alone: Alone) {
  const { store, environment = {}, nodes = onlyNode, isStopping = () => false, refusals = UNHEARD } = alone;
  const read = readConfig(environment);
  if (read.kind === 'invalid') throw new Error(read.problems.join());
  const { config } = read;
  const unwinding = createUnwinding();
  const figures = createNodeFigures();
  unwinding.add(() => figures.stop());
  const footing = {
    store,
    kind: 'sqlite',
    sharedUrl: undefined,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    refusals,
    admissions: ANYBODY,
    figures,
    nodes,
    leaving: { isDraining: isStopping, isStopping, drain: () => Promise.resolve() },
    publicUrl: PUBLIC_URL,
  } as const;
  const ground = await layGround(config, footing, unwinding);
  unwinding.add(() => ground.issued.stop());
  const { rooms, gateway } = await openRooms(ground, config);
  const app = buildService(ground, rooms, config.http);
  app.addHook('onClose', () => unwinding.unwind());
  return {
    app,
    /** Puts the tokens in the audit log that were issued and are not in it yet. */
    recordTokens: () => ground.issued.stop(),
    listenMqtt: async (): Promise<string> => {
      const mqtt = await gateway.listen();
      unwinding.add(() => mqtt.close());
      return `mqtt://127.0.0.1:${mqtt.plainPort}`;
    },
  };
}
