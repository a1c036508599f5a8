import { instantText } from '@setpoint/core';
import type { WebhookSending } from '../webhooks/send-webhook.ts';
import { sendWebhook } from '../webhooks/send-webhook.ts';
import { writeMessage } from '../webhooks/write-message.ts';
import type { AlertRule } from './alert-rules.ts';
import { alertText, alertTitle } from './alert-text.ts';
import { type MailSending, sendMail } from './send-mail.ts';
import type { AlertMessage } from './settle-alert.ts';

export interface AlertSending {
  readonly sending: WebhookSending;
  /** Left out: no e-mail can be sent. */
  readonly mailing: MailSending | undefined;
  readonly publicUrl: string;
  /** Where PagerDuty takes events. */
  readonly pagerDutyUrl: string;
}

export interface OutgoingAlert {
  readonly rule: AlertRule;
  readonly id: string;
  readonly message: AlertMessage;
  readonly now: number;
}

/** Hands one message over; answers with why it was not taken, or nothing. */
export async function sendAlert(by: AlertSending, alert: OutgoingAlert): Promise<string> {
  const { rule, now } = alert;
  if (rule.channel === 'email') return mail(by, alert);
  const isPager = rule.channel === 'pagerduty';
  const { error } = await sendWebhook(by.sending, {
    url: isPager ? by.pagerDutyUrl : rule.target,
    ...writtenBy(by, alert),
    secrets: rule.channel === 'webhook' ? [rule.secret] : [],
    at: now,
  });
  return error ?? '';
}

async function mail({ mailing, publicUrl }: AlertSending, { rule, id, message, now }: OutgoingAlert): Promise<string> {
  if (mailing === undefined) return 'SETPOINT_SMTP_URL is not set: the service cannot send e-mail';
  const subject = alertTitle(rule, message);
  const text = alertText(rule, message, publicUrl);
  try {
    await sendMail(mailing, { to: rule.target, subject, text, id, at: now });
    return '';
  } catch (cause) {
    return (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
  }
}

function writtenBy({ publicUrl }: AlertSending, { rule, id, message }: OutgoingAlert) {
  const { alertId, alertName, condition, channel } = rule;
  const { kind, isAlertChanged, at, subjects } = message;
  const named = subjects.map(({ since, ...subject }) => ({ ...subject, since: instantText(since) }));
  const asJson = (body: object) => ({ id, body: JSON.stringify(body) });
  if (channel === 'slack') return asJson({ text: slackText(alertText(rule, message, publicUrl)) });
  if (channel === 'pagerduty') {
    return asJson({
      routing_key: rule.target,
      event_action: kind === 'firing' ? 'trigger' : 'resolve',
      dedup_key: `${alertId}/${subjects[0]?.subjectId ?? ''}`,
      client: 'Setpoint',
      client_url: publicUrl,
      payload: {
        summary: alertTitle(rule, message).slice(0, 1_024),
        source: publicUrl,
        severity: condition === 'credential_ending' || condition === 'clock_jumped' ? 'warning' : 'error',
        timestamp: instantText(at),
        custom_details: { subjects: named },
      },
    });
  }
  const data = {
    alertId,
    alertName,
    condition,
    ...(isAlertChanged === true ? { isAlertChanged } : {}),
    subjects: named,
  };
  return writeMessage({ id, type: `alert.${kind}`, at: instantText(at), subject: alertId, data }, publicUrl);
}

// What Slack would take for a mention or a link; a name is neither.
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
