import type { SiteId } from '@setpoint/contract';
import type { ClockReading, Tolerances } from '@setpoint/core';
import { fillOf } from '../door/fill-of.ts';
import { createBodyBytes } from '../http/read/body-bytes.ts';
import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { Budget } from '../limits/budget.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { Deviations } from '../pools/deviations/watch-deviations.ts';
import type { OrderBoard } from '../pools/signals/order-board.ts';
import { countDeeds } from '../trail/count-deeds.ts';
import type { LineGround } from './mqtt/line.ts';
import { gatewayMetrics, mqttPortMetrics } from './gateway-metrics.ts';
import { type HttpsBinding, httpsBinding } from './https/https-binding.ts';
import type { MqttBinding } from './mqtt/mqtt-binding.ts';
import { type MqttListening, type RunningMqtt, startMqtt } from './mqtt/start-mqtt.ts';
import { rememberSnapshots } from './snapshots/remember-snapshots.ts';
import { createSiteTroubles } from './troubles/site-troubles.ts';
import { silenceSteps } from './reports/tell-silence.ts';

type Bindings = Omit<
  HttpsBinding & MqttBinding,
  'metrics' | 'onFailure' | 'snapshots' | 'troubles' | 'lines' | 'clockOffsets' | 'watch'
>;

interface GatewayGround extends Bindings, Pick<LineGround, 'knowledge'> {
  readonly orders: OrderBoard;
  readonly deviations: Deviations;
  readonly budget: Budget;
  readonly limits: Pick<CallerLimits, 'calls'>;
  readonly warnOf: WarnOf;
  readonly metrics: Metrics;
  readonly offlineAfterMs: number;
  readonly awakeSince: () => number;
  readonly onControllerFailure: (cause: unknown) => void;
  readonly admissions: NonNullable<MqttListening['admissions']>;
}

interface GatewaySettled extends Pick<MqttListening, 'certificate'> {
  /** How far assets may be from their setpoints. */
  readonly tolerances: Tolerances;
  readonly mqtt: MqttListening['plain'];
  readonly mqtts: MqttListening['encrypted'];
}

const CLIENTS_TOLD_APART = 5_000;

interface MqttFigures {
  readonly controllers: number;
  readonly open: number;
  readonly most: number;
}

export interface GatewayRoom extends Room {
  /** Takes controllers by MQTT, and clients that ask pools, at ports of its own. */
  listen(): Promise<RunningMqtt>;
  /** Controllers that are connected or wait, by either binding. */
  controllers(): number;
  /** How full the MQTT ports are, and how many controllers are connected there. */
  mqtt(): MqttFigures;
}

/** The controllers' side, and that of clients that ask pools by MQTT. */
export function gatewayRoom(ground: GatewayGround, settled: GatewaySettled): GatewayRoom {
  const { mqtt, mqtts, certificate, tolerances } = settled;
  const { store, now, offlineAfterMs, onControllerFailure: onFailure, admissions } = ground;
  const listening = { plain: mqtt, encrypted: mqtts, certificate, admissions };
  const fill = () => fillOf(openDoors(settled, admissions).map((door) => door.fill()));
  mqttPortMetrics(ground.metrics, fill);
  const metrics = gatewayMetrics(ground.metrics);
  const snapshots = rememberSnapshots({ store, now, orders: ground.orders });
  const troubles = createSiteTroubles({ store, now, onFailure });
  const accepting = {
    ...ground,
    snapshots,
    metrics,
    troubles,
    clockOffsets: new Map<SiteId, readonly ClockReading[]>(),
    watch: { tolerances, orders: ground.orders, deviations: ground.deviations },
  };
  const onUncounted = ground.warnOf('clients that connected could not be recorded in the audit log');
  const signIns = countDeeds({ store, now, onFailure: onUncounted, mostKeys: CLIENTS_TOLD_APART });
  const lines = { ...ground, calls: ground.limits.calls, signIns };
  return {
    routes: (_serve, app) => httpsBinding(app, accepting),
    clockSteps: [silenceSteps({ store, now, offlineAfterMs, listeningSince: ground.awakeSince })],
    listen: () => startMqtt({ ...accepting, lines, bodyBytes: createBodyBytes(), onFailure }, listening),
    background: () => [signIns],
    controllers: () => metrics.controllers(),
    mqtt: () => ({ controllers: metrics.mqttControllers(), ...fill() }),
  };
}

function openDoors({ mqtt, mqtts, certificate }: GatewaySettled, admissions: GatewayGround['admissions']) {
  const isEncrypted = mqtts !== undefined && certificate !== undefined;
  return [...(mqtt === undefined ? [] : [admissions.mqtt]), ...(isEncrypted ? [admissions.mqtts] : [])];
}
