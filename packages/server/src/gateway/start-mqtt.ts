import type { Socket } from 'node:net';
import { type Certificate, listenMqtt, type MqttAddress, type MqttListener } from './listen-mqtt.ts';
import { type MqttBinding, openMqttGateway } from './mqtt-binding.ts';

export interface MqttListening {
  readonly plain: MqttAddress | undefined;
  readonly encrypted: MqttAddress | undefined;
  readonly certificate: Certificate | undefined;
}

export interface RunningMqtt {
  readonly plainPort: number | undefined;
  readonly encryptedPort: number | undefined;
  /** Ends all connections; the sites stay as they were reported. */
  close(): Promise<void>;
}

/** Takes MQTT connections at the addresses that are configured, if any. */
export async function startMqtt(binding: MqttBinding, listening: MqttListening): Promise<RunningMqtt> {
  const { plain, encrypted, certificate } = listening;
  const gateway = await openMqttGateway(binding);
  const take = (socket: Socket) => gateway.take(socket);
  const listeners: (MqttListener | undefined)[] = [];
  try {
    listeners.push(plain === undefined ? undefined : await listenMqtt(take, plain));
    const isEncrypted = encrypted !== undefined && certificate !== undefined;
    listeners.push(isEncrypted ? await listenMqtt(take, encrypted, certificate) : undefined);
  } catch (cause) {
    await closeAll();
    throw cause;
  }

  async function closeAll(): Promise<void> {
    for (const listener of listeners) listener?.close();
    await gateway.close();
  }
  return { plainPort: listeners[0]?.port, encryptedPort: listeners[1]?.port, close: closeAll };
}
