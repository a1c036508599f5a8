import { AddAlertRequest, AddedAlert, Alert, AlertList, AlertTestResult, ChangeAlertRequest } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, patch, post, remove, ok, shownOnce } from '../operations/operation.ts';
import { pathId } from '../operations/parameters.ts';
import { badQuery, badRequest, conflict, notFound } from '../operations/refusals.ts';

const ALERT_ID = '7d3b1f60-2c84-4c0e-9b1a-5e8f70c1d2a3';
const shared = { tag: 'Alerts', scope: 'fleet:admin' } as const;
const alertId = pathId('alertId', ALERT_ID, 'The id of the alert.');
const rule = {
  alertName: 'Site offline',
  condition: 'offline',
  minutes: 10,
  allSites: true,
  channel: 'email',
  target: 'dispatch@example.com',
} as const;
const alert: Alert = {
  alertId: ALERT_ID,
  ...rule,
  firing: [{ subjectId: EXAMPLES.siteId, subjectName: 'Nordhafen', since: EXAMPLES.createdAt }],
  firingCount: 1,
  lastError: '',
  createdAt: EXAMPLES.createdAt,
};
const noSuchAlert = notFound('There is no such alert.', 'there is no such alert', 'NoSuchAlert');
const wrongQuery = badQuery('unknown query parameter "page"');
const wrongBody = badRequest('The body or the query is wrong.', 'target: must be an https address');

export const alertOperations = [
  {
    ...shared,
    id: 'listAlerts',
    ...get(PATHS.fleetAlerts),
    summary: 'List the alerts',
    description: 'Every alert rule, its destination, and what it is firing for now.',
    success: ok('All alerts.', AlertList, { alerts: [alert] }),
    otherwise: [wrongQuery],
  },
  {
    ...shared,
    id: 'addAlert',
    ...post(PATHS.fleetAlerts),
    summary: 'Add an alert',
    description:
      'Notifies people when a condition lasts, and when it ends. Conditions that start together are sent as one message.',
    request: bodyOf(AddAlertRequest, rule),
    success: shownOnce('The alert is added.', AddedAlert, { alertId: ALERT_ID, secret: '' }),
    otherwise: [
      wrongBody,
      notFound('There is no such site or pool.', 'there is no such site'),
      conflict(
        'There are 100 alerts, or no SMTP server is set.',
        'SETPOINT_SMTP_URL is not set: the service cannot send e-mail',
      ),
    ],
  },
  {
    ...shared,
    id: 'changeAlert',
    ...patch(PATHS.fleetAlert),
    summary: 'Change an alert',
    description:
      'Changes the fields that are given; the condition and the channel stay. If the alert no longer covers something that people were notified of, they are notified that it is no longer watched. A new target is notified of everything that is firing now; messages that the old one did not take are dropped.',
    parameters: [alertId],
    request: bodyOf(ChangeAlertRequest, { minutes: 15 }),
    success: ok('The alert as it is now.', Alert, alert),
    otherwise: [wrongBody, notFound('There is no such alert, site or pool.', 'there is no such alert')],
  },
  {
    ...shared,
    id: 'removeAlert',
    ...remove(PATHS.fleetAlert),
    summary: 'Remove an alert',
    description: 'Removes the alert with the messages that were not taken yet.',
    parameters: [alertId],
    success: { status: 204, description: 'The alert is removed.' },
    otherwise: [wrongQuery, noSuchAlert],
  },
  {
    ...shared,
    id: 'testAlert',
    ...post(PATHS.fleetAlertTest),
    summary: 'Send a test message',
    description: 'Sends one message at once, and returns what became of it.',
    parameters: [alertId],
    success: ok('The result.', AlertTestResult, { error: '' }),
    otherwise: [wrongQuery, noSuchAlert],
  },
] as const satisfies readonly Operation[];
