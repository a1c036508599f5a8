import { EVENT_DATA, EVENT_TYPES, type EventType, WebhookCloudEvent } from '@setpoint/contract';
import { isAlertEvent, isAuditEvent, isPoolEvent } from '@setpoint/contract';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { eventFaults } from '../../testing/event-faults.ts';
import type { LoggedEvent } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { shapeOf } from '../wire/value-or-throw.ts';
import { writeEvent, writeMessage } from './write-message.ts';

const UUID = '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946';
const INSTANT = '2030-01-01T10:00:30.025Z';
const PUBLIC_URL = 'https://setpoint.example.com/site-a';
/** As CloudEvents 1.0 has them: names of lower-case letters and digits, texts that are not empty, a time after RFC 3339. */
const ATTRIBUTES = {
  specversion: '1.0',
  source: 'https://setpoint.example.com/site-a/api/v1/fleet/events',
  time: INSTANT,
  datacontenttype: 'application/json',
};
const TEST = { id: 'test.1', type: 'webhook.test', at: INSTANT, data: {} };

describe('a message', () => {
  it.each(EVENT_TYPES)('is a CloudEvent, and has all that the event has: %s', (type) => {
    const event = fleetEventOf(eventOf(type));
    expect(eventFaults([event])).toEqual([]);
    const { id, contentType, body } = writeEvent(event, PUBLIC_URL);
    const { data, ...attributes } = read(body);
    expect([id, contentType]).toEqual(['1.5123.0.7', 'application/cloudevents+json']);
    const subject = isAuditEvent(type) ? {} : { subject: UUID };
    expect(attributes).toEqual({ ...ATTRIBUTES, id: '1.5123.0.7', type: `setpoint.${type}`, ...subject });
    const { at: _at, type: _type, id: eventId, data: own, ...ids } = event;
    expect(data).toEqual({ id: eventId, ...ids, ...own });
    expect(documented(WebhookCloudEvent, body)).toEqual([]);
  });

  it('is a CloudEvent, too, when it is a test', () => {
    const { id, contentType, body } = writeMessage(TEST, PUBLIC_URL);
    const { data, ...attributes } = read(body);
    expect([id, contentType, data]).toEqual(['test.1', 'application/cloudevents+json', {}]);
    expect(attributes).toEqual({ ...ATTRIBUTES, id: 'test.1', type: 'setpoint.webhook.test' });
    expect(documented(WebhookCloudEvent, body)).toEqual([]);
  });
});

function eventOf(type: EventType): LoggedEvent {
  const subject = isAuditEvent(type)
    ? {}
    : { [isAlertEvent(type) ? 'alertId' : isPoolEvent(type) ? 'poolId' : 'siteId']: UUID };
  const data = Object.fromEntries(
    Object.entries<TSchema>(EVENT_DATA[type]).map(([name, one]) => [name, sampleOf(one)]),
  );
  return { position: { epoch: 1, tx: 5_123, n: 0, k: 7 }, type, ...subject, at: Date.parse(INSTANT), data };
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const SAMPLES: Readonly<Record<string, (schema: Schema) => unknown>> = {
  object: ({ properties = {} }) => mapValues(properties),
  array: ({ items }) => (items === undefined ? [] : [sampleOf(items)]),
  string: ({ format = '', pattern }) => TEXTS[format] ?? (pattern === undefined ? 'a text: ä "quoted"' : 'a_code'),
  boolean: () => true,
  number: () => 17.5,
  integer: () => 17,
};

const TEXTS: Readonly<Record<string, string>> = { uuid: UUID, 'date-time': INSTANT };

/** Something that a schema allows, with everything that may be there. */
function sampleOf(schema: Schema): unknown {
  const fixed = schema.const ?? schema.enum?.[0];
  if (fixed !== undefined) return fixed;
  if (schema.anyOf?.[0] !== undefined) return sampleOf(schema.anyOf[0]);
  const [type = ''] = [schema.type].flat();
  return SAMPLES[type]?.(schema);
}

function mapValues(properties: Readonly<Record<string, Schema>>): object {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
}

function read(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

/** What the document does not say of a message. */
function documented(schema: TSchema, body: string): unknown[] {
  const shape = shapeOf(schema)(read(body));
  return shape.kind === 'valid' ? [] : [shape.explain()];
}
