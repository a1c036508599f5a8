import {
  type AddAlertRequest,
  type AddedAlert,
  type Alert,
  type AlertList,
  type AlertTestResult,
  type ChangeAlertRequest,
  PATHS,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** Alert rules, and what they are firing for: for operators. */
export interface AlertCalls {
  list(): Promise<AlertList>;
  /** Adds an alert. For a webhook, the secret in the answer is shown only once. */
  add(alert: AddAlertRequest): Promise<AddedAlert>;
  /** Changes the fields that are given; the condition and the channel stay. */
  change(alertId: string, change: ChangeAlertRequest): Promise<Alert>;
  remove(alertId: string): Promise<void>;
  /** Sends nothing until an instant; null ends that. */
  snooze(alertId: string, until: string | null): Promise<void>;
  /** Sends a test message at once. */
  test(alertId: string): Promise<AlertTestResult>;
}

export function createAlertCalls({ ask }: Connection): AlertCalls {
  return {
    list: () => ask({ method: 'GET', path: PATHS.fleetAlerts }),
    add: (body) => ask({ method: 'POST', path: PATHS.fleetAlerts, body }),
    change: (alertId, body) => ask({ method: 'PATCH', path: PATHS.fleetAlert, params: { alertId }, body }),
    remove: (alertId) => ask({ method: 'DELETE', path: PATHS.fleetAlert, params: { alertId } }),
    snooze: (alertId, until) =>
      ask({ method: 'PUT', path: PATHS.fleetAlertSnooze, params: { alertId }, body: { until } }),
    test: (alertId) => ask({ method: 'POST', path: PATHS.fleetAlertTest, params: { alertId } }),
  };
}
