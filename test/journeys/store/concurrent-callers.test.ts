import { expect, it, onTestFinished, vi } from 'vitest';
import { runConcurrently } from '../../proofs/run-concurrently.ts';

it.each(['SQLite', 'PostgreSQL'])(
  'on %s, every batch of many callers has one version, and no answer contradicts the log',
  async (store) => {
    vi.stubEnv('SETPOINT_TEST_STORE', store);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { history, faults } = await runConcurrently({ callers: 24, sites: 3, batchesEach: 15, seed: 1 });
    expect(faults).toEqual([]);
    expect(history.count('accepted')).toBeGreaterThan(100);
  },
);
