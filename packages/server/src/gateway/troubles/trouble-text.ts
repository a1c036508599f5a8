import type { SeenTrouble } from '@setpoint/core';

/** What is wrong, for people. */
export function troubleText({ code, asset }: SeenTrouble, clockOffsetMs: number): string {
  switch (code) {
    case 'clock_off': {
      const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000);
      return `the clock of the controller is ${seconds} s ${clockOffsetMs > 0 ? 'behind' : 'ahead'}`;
    }
    case 'not_measured':
      return `the power of ${asset ?? 'an asset'} is not reported any more`;
    case 'reports_dropped':
      return 'a report came twice, or after a later one, and does not count';
    case 'orders_not_taken':
      return 'the controller says that it takes orders, and does not ask for them';
    case 'login_refused':
      return 'a login was refused';
    case 'subscription_refused':
      return 'a subscription was refused';
    case 'two_controllers':
      return 'two controllers seem to use keys of this site';
  }
}
