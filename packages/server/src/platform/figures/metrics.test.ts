import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('leaves out what cannot be looked up now, and what is no more', async () => {
  const metrics = createMetrics();
  let isChosen = true;
  metrics.addGauge('holds', 'Holds.', () => {
    if (!isChosen) throw new Error('the store does not answer');
    return 3;
  });
  metrics.addGauge('webhooks{state}', 'Webhooks.', () => (isChosen ? Object.entries({ active: 1 }) : undefined));
  const figures = async () => (await metrics.text()).match(/^setpoint_(holds|webhooks).*$/gm);
  await expect(figures()).resolves.toEqual(['setpoint_holds 3', 'setpoint_webhooks{state="active"} 1']);
  isChosen = false;
  await expect(figures()).resolves.toBeNull();
});
