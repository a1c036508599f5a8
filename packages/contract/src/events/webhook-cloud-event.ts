import { type TSchema, Type } from 'typebox';
import { closed, instant, text, titled, uuid } from '../schema/fields.ts';
import { messageData, titleOf } from './fleet-event.ts';
import { EVENT_TYPES, isAuditEvent } from './schema.ts';

/** `site.offline` is `setpoint.site.offline` among the events of other systems. */
export function cloudEventType(type: string): string {
  return `setpoint.${type}`;
}

interface CloudEventOf {
  readonly title: string;
  readonly type: string;
  readonly hasSubject: boolean;
  readonly data: TSchema;
}

function oneCloudEvent({ title, type, hasSubject, data }: CloudEventOf): TSchema {
  return titled(title, {
    specversion: Type.Literal('1.0', { description: 'The version of CloudEvents.' }),
    id: text('Identifies the event: as the header `webhook-id`.'),
    source: text('Where the event can be read, too: the address of the event stream of this service.'),
    type: Type.Literal(cloudEventType(type), { description: 'The type of the event.' }),
    ...(hasSubject ? { subject: uuid('The site, the pool or the alert rule that it happened to.') } : {}),
    time: instant('When it happened.'),
    datacontenttype: Type.Literal('application/json', { description: 'The media type of `data`.' }),
    data,
  });
}

const TestEvent: CloudEventOf = {
  title: 'WebhookTestCloudEvent',
  type: 'webhook.test',
  hasSubject: false,
  data: closed({}, { description: 'Nothing.' }),
};

/** An event as a webhook carries it: a CloudEvent 1.0 in the structured mode. */
export const WebhookCloudEvent = Type.Unsafe<unknown>({
  title: 'WebhookCloudEvent',
  description: 'An event as a webhook carries it: a CloudEvent 1.0 in the structured mode.',
  anyOf: [
    ...EVENT_TYPES.map((type) => ({
      title: `${titleOf(type)}CloudEvent`,
      type,
      hasSubject: !isAuditEvent(type),
      data: messageData(type),
    })),
    TestEvent,
  ].map(oneCloudEvent),
});
