import type { Order } from '@setpoint/contract';
import type { PoolOrder } from '@setpoint/core';
import type { Client } from 'aedes';
import type { Controller } from '../../identity/keys/authenticate-controller.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Gathering } from '../../platform/loops/gather-on-beat.ts';
import type { Snapshots } from '../snapshots/remember-snapshots.ts';
import type { ReportAccepting } from '../reports/accept-report.ts';

/** What a connection is needed for, once MQTT itself is dealt with. */
export interface MqttPeer extends Pick<Client, 'publish'> {
  readonly conn: Pick<Client['conn'], 'once' | 'destroy' | 'writableLength'>;
}

export interface MqttConnectionOptions extends ReportAccepting {
  readonly snapshots: Snapshots;
  readonly budget: Pick<Budget, 'report'>;
  /** Where reports wait that are in no hurry. */
  readonly gathering: Gathering;
  readonly client: MqttPeer;
  readonly writeOrder: (order: PoolOrder) => Order;
  readonly controller: Controller;
  readonly onFailure: (cause: unknown) => void;
}
