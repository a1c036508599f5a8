import { mqttUrlOf } from '../support/site/foreign-controller.ts';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { type Service, startService } from '../support/service/start-service.ts';

/** The ports of one node. */
export interface NodePorts {
  readonly http: number;
  readonly ops: number;
  readonly mqtt: number;
}

export interface NodeSettings {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Kills the node when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export type NodeAt = Awaited<ReturnType<typeof nodeAt>>;

/** A node that comes back at the same ports: something stands before it, so that nobody else can take them meanwhile. */
export async function nodeAt({ dataDir, env, signal: given }: NodeSettings) {
  await using stack = new AsyncDisposableStack();
  const [http, ops, mqtt] = [
    stack.use(await startProxy()),
    stack.use(await startProxy()),
    stack.use(await startProxy()),
  ];
  const links = stack.move();
  const ports: NodePorts = { http: http.port, ops: ops.port, mqtt: mqtt.port };
  let service: Service | undefined;
  return {
    ports,
    url: `http://127.0.0.1:${ports.http}`,
    async start(program?: string): Promise<void> {
      service = await startService({
        dataDir,
        program,
        signal: given,
        env: { ...env, SETPOINT_PUBLIC_URL: 'https://setpoint.example' },
      });
      http.leadTo(portOf(service.url));
      ops.leadTo(portOf(/operations +(\S+)/.exec(service.output())?.[1]));
      mqtt.leadTo(portOf(mqttUrlOf(service)));
    },
    async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
      const ending = await service?.end(signal);
      if (signal === 'SIGTERM' && ending !== undefined && ending.code !== 0)
        throw new Error(`a node ended with ${ending.code ?? ending.signal}:\n${service?.output()}`);
    },
    signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
      if (service !== undefined) process.kill(service.pid, signal);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await service?.end('SIGKILL');
      await links.disposeAsync();
    },
  };
}

function portOf(url = ''): number {
  return Number(new URL(url).port);
}
