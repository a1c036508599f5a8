import type { AedesOptions, Client } from 'aedes';

export interface MqttTimes {
  /** Until its first packet is whole. */
  readonly connect: number;
  /** Afterwards, whatever keepalive it asks for. */
  readonly silence: number;
}

export const MQTT_TIMES: MqttTimes = { connect: 10_000, silence: 45_000 };

const MQTT_3_1 = 3;
const MQTT_3_1_1 = 4;
const MQTT_5 = 5;
// MQTT 3.1.1 §3.1.2.10: one and a half times as long as the keepalive, which is in seconds.
const MS_OF_KEEPALIVE = 1_500;

/** Makes of what a client connects with what holds here: its keepalive, no will, no state. */
export function prepareConnect(
  { silence }: MqttTimes,
  onOtherVersion: (client: Client) => void,
): Required<AedesOptions>['preConnect'] {
  const longestKeepalive = silence / MS_OF_KEEPALIVE;
  return (client, packet, done) => {
    if (packet.protocolVersion !== MQTT_3_1_1) onOtherVersion(client);
    // A controller's last words are its report, and what it missed is in the next snapshot.
    delete packet.will;
    packet.clean = true;
    packet.clientId = packet.clientId.toLowerCase();
    // None, or a long one, would let a connection stay that nobody is behind any more.
    packet.keepalive = Math.min(packet.keepalive || longestKeepalive, longestKeepalive);
    // MQTT 3.1 cannot say that a subscription is refused; it gets the answer that MQTT 5 gets.
    if (packet.protocolVersion === MQTT_3_1) packet.protocolVersion = MQTT_5;
    done(null, true);
  };
}
