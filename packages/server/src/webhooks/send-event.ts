import type { FleetEvent } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { type AlertEvent, alertText, alertTitle } from './alert-text.ts';
import { readWebhookSecrets, type StoredWebhook } from './read-webhook.ts';
import { type MailSending, sendMail } from './send-mail.ts';
import { type SendResult, sendWebhook, type WebhookSending } from './send-webhook.ts';
import { writeEvent } from './write-message.ts';

export interface EventSending extends WebhookSending {
  /** Left out: no e-mail can be sent. */
  readonly mailing: MailSending | undefined;
  readonly publicUrl: string;
  /** Where PagerDuty takes events. */
  readonly pagerDutyUrl: string;
}

interface Outgoing {
  readonly webhook: Pick<StoredWebhook, 'webhookId' | 'channel' | 'url'>;
  readonly event: FleetEvent;
  readonly now: number;
}

/** Hands one event over as its channel wants it; never throws. */
export async function sendEvent(by: EventSending & { readonly store: Store }, outgoing: Outgoing): Promise<SendResult> {
  const { webhook, event, now: at } = outgoing;
  const { webhookId, channel, url } = webhook;
  const { publicUrl, pagerDutyUrl } = by;
  if (channel === 'webhook') {
    const secrets = await by.store.read(readWebhookSecrets, { webhookId, now: at });
    return sendWebhook(by, { ...writeEvent(event, publicUrl), url, secrets, at });
  }
  if (!isAlert(event)) throw new Error(`${channel} is sent alerts alone`);
  if (channel === 'email') return mail(by, url, event, at);
  const isPager = channel === 'pagerduty';
  const body = isPager ? incidentOf(event, url, publicUrl) : { text: slackText(alertText(event, publicUrl)) };
  const message = { id: event.id, body: JSON.stringify(body), secrets: [], at };
  return sendWebhook(by, { ...message, url: isPager ? pagerDutyUrl : url });
}

function isAlert(event: FleetEvent): event is AlertEvent {
  return event.type === 'alert.firing' || event.type === 'alert.recovered';
}

async function mail(
  { mailing, publicUrl }: EventSending,
  to: string,
  event: AlertEvent,
  at: number,
): Promise<SendResult> {
  const startedAt = performance.now();
  const result = (error: string | null): SendResult => ({
    status: null,
    ms: Math.round(performance.now() - startedAt),
    error,
  });
  if (mailing === undefined) return result('SETPOINT_SMTP_URL is not set: the service cannot send e-mail');
  try {
    const subject = alertTitle(event);
    await sendMail(mailing, { to, subject, text: alertText(event, publicUrl), id: event.id, at });
    return result(null);
  } catch (cause) {
    return result((cause instanceof Error ? cause.message : String(cause)).slice(0, 200));
  }
}

// The rule has an event for each site, pool or credential, so that each incident is opened and closed by itself.
function incidentOf(event: AlertEvent, routingKey: string, publicUrl: string): object {
  const { condition, subjects } = event.data;
  return {
    routing_key: routingKey,
    event_action: event.type === 'alert.firing' ? 'trigger' : 'resolve',
    dedup_key: `${event.alertId}/${subjects[0]?.subjectId ?? ''}`,
    client: 'Setpoint',
    client_url: publicUrl,
    payload: {
      summary: alertTitle(event).slice(0, 1_024),
      source: publicUrl,
      severity: condition === 'credential_ending' || condition === 'clock_jumped' ? 'warning' : 'error',
      timestamp: event.at,
      custom_details: { subjects },
    },
  };
}

// What Slack would take for a mention or a link; a name is neither.
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
