import {
  type AddAlertRequest,
  type AddedAlert,
  type Alert,
  type AlertList,
  type AlertTestResult,
  type ChangeAlertRequest,
  PATHS,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** Alert rules, and what they are firing for: for operators. */
export interface AlertCalls {
  list(options?: CallOptions): Promise<AlertList>;
  /** Adds an alert. For a webhook, the secret in the answer is shown only once. */
  add(alert: Unchanged<AddAlertRequest>, options?: CallOptions): Promise<AddedAlert>;
  /** Changes the fields that are given; the condition and the channel stay. */
  change(alertId: string, change: Unchanged<ChangeAlertRequest>, options?: CallOptions): Promise<Alert>;
  remove(alertId: string, options?: CallOptions): Promise<void>;
  /** Sends a test message at once. */
  test(alertId: string, options?: CallOptions): Promise<AlertTestResult>;
}

export function createAlertCalls({ ask }: Connection): AlertCalls {
  return {
    list: (options) => ask({ method: 'GET', path: PATHS.fleetAlerts }, options),
    add: (body, options) => ask({ method: 'POST', path: PATHS.fleetAlerts, body }, options),
    change: (alertId, body, options) =>
      ask({ method: 'PATCH', path: PATHS.fleetAlert, params: { alertId }, body }, options),
    remove: (alertId, options) => ask({ method: 'DELETE', path: PATHS.fleetAlert, params: { alertId } }, options),
    test: (alertId, options) => ask({ method: 'POST', path: PATHS.fleetAlertTest, params: { alertId } }, options),
  };
}
