import { expect, it } from 'vitest';
import { sendPacketsBeside } from './mutated-packets.ts';

const TIMEOUT_MS = 300_000;

it(
  'serves a good controller while others send broken packets, and keeps everything to itself',
  { timeout: TIMEOUT_MS },
  async () => {
    const { packets, authenticated, reports } = await sendPacketsBeside(4_000);
    expect(packets).toBeGreaterThanOrEqual(4_000);
    expect(authenticated).toBeGreaterThan(50);
    expect(reports).toBeGreaterThan(2);
  },
);
