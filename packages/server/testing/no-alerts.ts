/** For tests: a way to send events that is asked for no alert. */
export const NO_ALERTS = { mailing: undefined, pagerDutyUrl: '', publicUrl: 'https://setpoint.example.com' };
