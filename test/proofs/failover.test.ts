import { expect, it } from 'vitest';
import { failOver } from './failover.ts';

it('nothing acknowledged is lost when the standby takes the place of a killed primary', async () => {
  const { faults, history } = await failOver('killed', 1);
  expect(faults).toEqual([]);
  expect(history.count('accepted')).toBeGreaterThan(300);
}, 240_000);
