import type { Room } from '../http/room.ts';
import type { Metrics } from '../platform/metrics.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { type HttpsBinding, httpsBinding } from './https-binding.ts';
import type { MqttBinding } from './mqtt-binding.ts';
import { type MqttListening, type RunningMqtt, startMqtt } from './start-mqtt.ts';
import { rememberSnapshots } from './remember-snapshots.ts';
import { createSiteTroubles } from './site-troubles.ts';
import { silenceSteps } from './tell-silence.ts';

interface GatewayGround extends Omit<HttpsBinding & MqttBinding, 'metrics' | 'onFailure' | 'snapshots' | 'troubles'> {
  readonly metrics: Metrics;
  readonly offlineAfterMs: number;
  readonly onControllerFailure: (cause: unknown) => void;
  readonly admissions: NonNullable<MqttListening['admissions']>;
}

interface GatewaySettled extends Pick<MqttListening, 'certificate'> {
  readonly mqtt: MqttListening['plain'];
  readonly mqtts: MqttListening['encrypted'];
}

export interface GatewayRoom extends Room {
  /** Takes controllers by MQTT, at ports of its own. */
  listen(): Promise<RunningMqtt>;
  /** Controllers that are connected or wait, by either binding. */
  controllers(): number;
}

/** The controllers' side. */
export function gatewayRoom(ground: GatewayGround, { mqtt, mqtts, certificate }: GatewaySettled): GatewayRoom {
  const { store, now, offlineAfterMs, onControllerFailure: onFailure, admissions } = ground;
  const listening = { plain: mqtt, encrypted: mqtts, certificate, admissions };
  const metrics = gatewayMetrics(ground.metrics);
  const snapshots = rememberSnapshots({ store, now, orders: ground.orders });
  const troubles = createSiteTroubles({ store, now, onFailure });
  return {
    routes: (app) => httpsBinding(app, { ...ground, snapshots, metrics, troubles }),
    clockSteps: [silenceSteps({ store, now, offlineAfterMs, listeningSince: now() })],
    listen: () => startMqtt({ ...ground, snapshots, metrics, troubles, onFailure }, listening),
    controllers: () => metrics.controllers(),
  };
}
