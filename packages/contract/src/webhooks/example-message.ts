import { cloudEventType } from '../events/webhook-cloud-event.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import type { Parameter } from '../operations/operation.ts';

const ID = '1.5123.0.0';

/** A message as an address of a webhook gets it. */
export const EXAMPLE_MESSAGE = {
  specversion: '1.0',
  id: ID,
  source: `https://setpoint.example.com${PATHS.fleetEvents}`,
  type: cloudEventType('site.offline'),
  subject: EXAMPLES.siteId,
  time: '2030-01-01T10:00:30.025Z',
  datacontenttype: 'application/json',
  data: { id: ID, siteId: EXAMPLES.siteId, reason: 'silent' },
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
