import { cloudEventType } from '../events/webhook-cloud-event.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import type { Parameter } from '../operations/operation.ts';

/** A message as an address of a webhook gets it. */
export const EXAMPLE_MESSAGE = {
  type: 'site.offline',
  timestamp: '2030-01-01T10:00:30.025Z',
  data: { id: '1.5123.0.0', siteId: EXAMPLES.siteId, reason: 'silent' },
} as const;

/** The same as a CloudEvent. */
export const EXAMPLE_CLOUD_EVENT = {
  specversion: '1.0',
  id: EXAMPLE_MESSAGE.data.id,
  source: `https://setpoint.example.com${PATHS.fleetEvents}`,
  type: cloudEventType(EXAMPLE_MESSAGE.type),
  subject: EXAMPLE_MESSAGE.data.siteId,
  time: EXAMPLE_MESSAGE.timestamp,
  datacontenttype: 'application/json',
  data: EXAMPLE_MESSAGE.data,
};

function header(name: string, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

/** The headers of Standard Webhooks. */
export const WEBHOOK_HEADERS: readonly Parameter[] = [
  header('webhook-id', 'The id of the event. The same event has the same id, however often it is sent.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; after a new secret, two of them with a space between.',
  ),
];
