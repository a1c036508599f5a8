import { cloudEventType, type FleetEvent, PATHS } from '@setpoint/contract';
import type { WebhookMessage } from './send-webhook.ts';

interface Happening {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  /** The site, the pool or the alert that it happened to. */
  readonly subject?: string | undefined;
  readonly data: object;
}

type Written = Required<Pick<WebhookMessage, 'id' | 'body' | 'contentType'>>;

/** An event as a CloudEvent; what it happened to is in the data, too. */
export function writeEvent({ id, type, at, data, ...ids }: FleetEvent, publicUrl: string): Written {
  const [subject] = Object.values(ids);
  return writeMessage({ id, type, at, subject, data: { id, ...ids, ...data } }, publicUrl);
}

export function writeMessage({ id, type, at, subject, data }: Happening, publicUrl: string): Written {
  const attributes = {
    specversion: '1.0',
    id,
    // CloudEvents 1.0 §source: with the id, unique for each event. The log of this service numbers its events.
    source: `${publicUrl}${PATHS.fleetEvents}`,
    type: cloudEventType(type),
    ...(subject === undefined ? {} : { subject }),
    time: at,
    datacontenttype: 'application/json',
  };
  return { id, contentType: 'application/cloudevents+json', body: JSON.stringify({ ...attributes, data }) };
}
