import type { SeededStore } from './seeded-store.ts';
import { freePort } from './start-fleet.ts';
import { startSetpoint, type Setpoint } from './start-setpoint.ts';

/** Two nodes over one database, which end and start again at the same ports for MQTT. */
export class TwoNodes implements AsyncDisposable {
  readonly #store: SeededStore;
  readonly #mqttPorts: readonly number[];
  readonly #nodes: Setpoint[];

  private constructor(store: SeededStore, mqttPorts: readonly number[], nodes: Setpoint[]) {
    this.#store = store;
    this.#mqttPorts = mqttPorts;
    this.#nodes = nodes;
  }

  static async start(store: SeededStore): Promise<TwoNodes> {
    const ports = [await freePort(), await freePort()];
    const first = await startAt(store, ports[0]);
    return new TwoNodes(store, ports, [first, await startAt(store, ports[1])]);
  }

  get mqttPorts(): readonly number[] {
    return this.#mqttPorts;
  }

  of(index: number): Setpoint {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  kill(index: number): void {
    process.kill(this.of(index).pid, 'SIGKILL');
  }

  async restart(index: number): Promise<void> {
    await this.of(index)[Symbol.asyncDispose]();
    this.#nodes[index] = await startAt(this.#store, this.#mqttPorts[index]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node[Symbol.asyncDispose]()));
  }
}

function startAt({ dataDir, env }: SeededStore, mqttPort = 0): Promise<Setpoint> {
  return startSetpoint(dataDir, { env: { ...env, SETPOINT_MQTT_PORT: String(mqttPort) } });
}
