import { expect, it } from 'vitest';
import { eventText } from './event-text.ts';
import type { SiteEvent } from './use-site-events.ts';

it.each([
  ['site.offline', { reason: 'silent' }, 'Offline: no report came in time'],
  [
    'site.trouble',
    { code: 'clock_off', isOver: true, message: null },
    'Ended: The clock of the controller is off by more than 2 s',
  ],
  [
    'command.rejected',
    { asset: 'grid', type: 'activePowerkW', version: 3, code: 'other', message: 'no meter' },
    'Grid setpoint rejected by the controller: no meter',
  ],
  ['command.limited', { asset: 'grid', type: 'activePowerkW', isOver: false }, 'Grid setpoint is served in part only'],
  ['site.changed', { change: 'joined', poolId: 'North' }, 'Joined the pool North'],
  ['site.changed', { change: 'held' }, 'Held'],
  ['plan.issue', { code: 'setpoint_clamped' }, 'Setpoint cut by a limit'],
])('%s with %j reads “%s”', (type, data, text) => {
  expect(eventText({ type, data } as SiteEvent, (poolId) => `the pool ${poolId}`)).toBe(text);
});
