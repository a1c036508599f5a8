import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('counts, notes and looks up, under one prefix', async () => {
  const metrics = createMetrics();
  const count = metrics.addCounter('batches_total{outcome}', 'Batches.');
  const observe = metrics.addHistogram('commit_seconds', 'Commits.', [0.1, 1]);
  metrics.addGauge('holds', 'Holds.', () => 3);
  metrics.addGauge('sites{state}', 'Sites.', async () => Object.entries({ pending: 1, in_sync: 2 }));
  count('accepted');
  observe(0.5);
  const text = await metrics.text();
  for (const line of [
    'setpoint_batches_total{outcome="accepted"} 1',
    'setpoint_commit_seconds_bucket{le="0.1"} 0',
    'setpoint_commit_seconds_bucket{le="1"} 1',
    'setpoint_holds 3',
    'setpoint_sites{state="pending"} 1',
    'setpoint_sites{state="in_sync"} 2',
  ]) {
    expect(text).toContain(`\n${line}\n`);
  }
});

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
