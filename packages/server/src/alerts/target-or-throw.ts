import { AppError } from '@setpoint/contract';
import type { AlertRule } from './alert-rules.ts';
import { isMailbox } from '../webhooks/mail-settings.ts';

const ROUTING_KEY = /^[\w-]{16,64}$/;

/** Where an alert is to go, as its channel wants it. */
export function targetOrThrow(channel: AlertRule['channel'], target: string): string {
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
