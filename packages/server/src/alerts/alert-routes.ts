import { randomBytes, randomUUID } from 'node:crypto';
import { type Alert, AppError } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { grantedTo } from '../access/grants/granted-to.ts';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { type AlertRule, alertRules, readAlertRule, shownTarget } from './alert-rules.ts';
import { addAlert, MOST_ALERTS, removeAlert } from './add-alert.ts';
import { changeAlert } from './change-alert.ts';
import { readFiring } from './settle-alert.ts';
import { listAttempts } from '../webhooks/read-webhook.ts';
import { type EventSending, sendEvent } from '../webhooks/send-event.ts';
import { isMailbox } from '../webhooks/mail-settings.ts';

export interface AlertRoutes extends StoreAndClock {
  readonly sending: EventSending;
}

const MOST_SHOWN = 100;

/** Alert rules, and what they are firing for: for operators. */
export function alertRoutes(serve: Serve, options: AlertRoutes): void {
  const { store, now } = options;

  serve('listAlerts', async () => {
    const rules = await store.read(alertRules, {});
    return { alerts: await Promise.all(rules.map((rule) => alertOf(options, rule))) };
  });

  serve('addAlert', async ({ body: { siteId, poolId, allSites, target, ...rule }, by }) => {
    const which = whichOrThrow(rule, { siteId, poolId, allSites });
    if (rule.channel === 'email' && options.sending.mailing === undefined) {
      throw new AppError('conflict', 'SETPOINT_SMTP_URL is not set: the service cannot send e-mail');
    }
    const alertId = randomUUID();
    const secret = rule.channel === 'webhook' ? `whsec_${randomBytes(32).toString('base64')}` : '';
    const { kind } = await store.write(addAlert, {
      ...rule,
      ...which,
      alertId,
      secret,
      target: targetOrThrow(rule.channel, target),
      createdAt: now(),
      by,
    });
    if (kind === 'too_many') throw new AppError('conflict', `there are ${MOST_ALERTS} alerts; remove one first`);
    if (kind === 'site_missing') throw noSuch('site');
    if (kind === 'pool_missing') throw noSuch('pool');
    return { alertId, secret };
  });

  serve('changeAlert', async ({ ids: { alertId }, body: { siteId, poolId, allSites, target, ...rule }, by }) => {
    const named = siteId ?? poolId ?? allSites;
    const known = await ruleOrThrow(options, alertId);
    const change = {
      ...rule,
      ...(named === undefined ? {} : whichOrThrow(known, { siteId, poolId, allSites })),
      ...(target === undefined ? {} : { target: targetOrThrow(known.channel, target) }),
    };
    const { kind } = await store.write(changeAlert, { alertId, change, by });
    if (kind === 'alert_missing') throw noSuch('alert');
    if (kind === 'site_missing') throw noSuch('site');
    if (kind === 'pool_missing') throw noSuch('pool');
    return alertOf(options, await ruleOrThrow(options, alertId));
  });

  serve('removeAlert', async ({ ids: { alertId }, by }) => {
    const { kind } = await store.write(removeAlert, { alertId, by });
    if (kind === 'alert_missing') throw noSuch('alert');
  });

  serve('testAlert', async ({ ids }) => {
    const { alertId, alertName, condition, channel, target } = await ruleOrThrow(options, ids.alertId);
    const at = instantText(now());
    const subjects = [{ subjectId: 'test', subjectName: 'A test', since: at }];
    const data = { alertName, condition, subjectCount: subjects.length, subjects };
    const event = { id: `test.${randomUUID()}`, type: 'alert.firing', alertId, at, data } as const;
    const webhook = { webhookId: alertId, channel, url: target };
    const { error } = await sendEvent({ ...options.sending, store }, { webhook, event, now: now() });
    return { error: error ?? '' };
  });
}

async function ruleOrThrow({ store }: AlertRoutes, alertId: string): Promise<AlertRule> {
  const rule = await store.read(readAlertRule, { alertId });
  if (rule === undefined) throw noSuch('alert');
  return rule;
}

/** The sites that a body names, as rules keep them. */
function whichOrThrow(
  { condition }: Pick<AlertRule, 'condition'>,
  named: Parameters<typeof grantedTo>[0],
): Pick<AlertRule, 'siteId' | 'poolId'> {
  if (condition === 'pool_short' && named.siteId !== undefined) {
    throw new AppError('bad_request', 'siteId: pool_short is about a pool, or about all of them');
  }
  const granted = grantedTo(named);
  if (granted.kind === 'pool') return { siteId: '', poolId: granted.poolId };
  return { siteId: granted.siteId === ALL_SITES ? '' : granted.siteId, poolId: '' };
}

async function alertOf({ store }: AlertRoutes, rule: AlertRule): Promise<Alert> {
  const { alertId, alertName, condition, minutes, siteId, poolId, channel } = rule;
  const firing = await store.read(readFiring, { alertId });
  const [latest] = await store.read(listAttempts, { webhookId: alertId, before: '~', limit: 1 });
  return {
    alertId,
    alertName,
    condition,
    minutes,
    ...(siteId === '' && poolId === '' ? { allSites: true } : {}),
    ...(siteId === '' ? {} : { siteId }),
    ...(poolId === '' ? {} : { poolId }),
    channel,
    target: shownTarget(rule),
    firing: firing.slice(0, MOST_SHOWN).map(({ subjectId, subjectName, since }) => ({
      subjectId,
      subjectName,
      since: instantText(since),
    })),
    firingCount: firing.length,
    lastError: latest?.error ?? '',
    createdAt: instantText(rule.createdAt),
  };
}

const ROUTING_KEY = /^[\w-]{16,64}$/;

/** Where an alert is to go, as its channel wants it. */
function targetOrThrow(channel: AlertRule['channel'], target: string): string {
  switch (channel) {
    case 'email':
      if (isMailbox(target)) return target;
      throw new AppError('bad_request', 'target: must be the address of one mailbox');
    case 'pagerduty':
      if (ROUTING_KEY.test(target)) return target;
      throw new AppError('bad_request', 'target: must be a routing key of PagerDuty');
    case 'slack':
    case 'webhook':
      return urlOrThrow(target);
  }
}

function urlOrThrow(target: string): string {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '') return url.href;
  throw new AppError('bad_request', 'target: must be an https address without user and fragment');
}
