import { expect, it } from 'vitest';
import { conditionText } from './condition-text.ts';

it.each([
  [{ condition: 'offline', minutes: 10 }, 'offline for 10 minutes'],
  [{ condition: 'offline', minutes: 0 }, 'offline'],
  [{ condition: 'behind', minutes: 1 }, 'behind its schedule for 1 minute'],
  [{ condition: 'deviating', minutes: 90 }, 'not following its setpoint for 90 minutes'],
  [{ condition: 'behind', minutes: 120 }, 'behind its schedule for 2 hours'],
  [{ condition: 'credential_ending', minutes: 20_160 }, 'a key, secret, grant or certificate ends within 14 days'],
] as const)('says when an alert fires: %o', (alert, words) => {
  expect(conditionText(alert)).toBe(words);
});
