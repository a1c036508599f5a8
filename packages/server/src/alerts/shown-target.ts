import type { AlertChannel } from '@setpoint/contract';

const SHOWN_OF_KEY = 4;

/** Where an alert goes, without what would let others send there: the path of a hook and a routing key are secrets. */
export function shownTarget({ channel, target }: { readonly channel: AlertChannel; readonly target: string }): string {
  if (channel === 'email') return target;
  if (channel === 'pagerduty') return `${target.slice(0, SHOWN_OF_KEY)}…`;
  return new URL(target).origin;
}
