import { type Service, startService } from './start-service.ts';

/** The ports of one node. */
export interface NodePorts {
  readonly http: number;
  readonly ops: number;
  readonly mqtt: number;
}

export interface NodeSettings {
  readonly dataDir: string;
  readonly ports: NodePorts;
  readonly env: Readonly<Record<string, string>>;
  /** Kills the node when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export type NodeAt = ReturnType<typeof nodeAt>;

/** A node that comes back at the same ports. */
export function nodeAt({ dataDir, ports, env, signal: given }: NodeSettings) {
  let service: Service | undefined;
  return {
    ports,
    url: `http://127.0.0.1:${ports.http}`,
    async start(program?: string): Promise<void> {
      service = await startService({
        dataDir,
        program,
        signal: given,
        env: {
          ...env,
          SETPOINT_PUBLIC_URL: 'https://setpoint.example',
          SETPOINT_HTTP_PORT: String(ports.http),
          SETPOINT_OPS_PORT: String(ports.ops),
          SETPOINT_MQTT_PORT: String(ports.mqtt),
        },
      });
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
    },
  };
}

export function portsOfNode(ports: readonly number[]): NodePorts {
  const [http = 0, ops = 0, mqtt = 0] = ports;
  return { http, ops, mqtt };
}
