import type { Admission } from '../../door/admission.ts';
import type { Certificate } from '../../door/tls-options.ts';
import { listenMqtt, type MqttAddress, type MqttDoor, type MqttListener } from './listen-mqtt.ts';
import { type MqttBinding, openMqttGateway } from './mqtt-binding.ts';

export interface MqttListening {
  readonly plain: MqttAddress | undefined;
  readonly encrypted: MqttAddress | undefined;
  readonly certificate: Certificate | undefined;
  readonly admissions?: MqttAdmissions;
}

interface MqttAdmissions {
  readonly mqtt: Admission;
  readonly mqtts: Admission;
}

export interface RunningMqtt {
  readonly plainPort: number | undefined;
  readonly encryptedPort: number | undefined;
  /** Ends all connections; the sites stay as they were reported. */
  close(): Promise<void>;
}

/** Takes MQTT connections at the addresses that are configured, if any. */
export async function startMqtt(binding: MqttBinding, listening: MqttListening): Promise<RunningMqtt> {
  const { plain, encrypted, certificate, admissions } = listening;
  const gateway = await openMqttGateway(binding);
  const listeners: (MqttListener | undefined)[] = [];
  try {
    listeners.push(await listen(plain && { ...plain, admission: admissions?.mqtt }));
    const isEncrypted = encrypted !== undefined && certificate !== undefined;
    listeners.push(await listen(isEncrypted ? { ...encrypted, certificate, admission: admissions?.mqtts } : undefined));
  } catch (cause) {
    await closeAll();
    throw cause;
  }

  async function listen(door: MqttDoor | undefined): Promise<MqttListener | undefined> {
    return door && listenMqtt((socket) => gateway.take(socket, door.admission), door);
  }
  async function closeAll(): Promise<void> {
    for (const listener of listeners) listener?.close();
    await gateway.close();
  }
  return { plainPort: listeners[0]?.port, encryptedPort: listeners[1]?.port, close: closeAll };
}
