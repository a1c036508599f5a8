import { describe, expect, it } from 'vitest';
import { parsePoolTopic, poolTopic } from './pool-topic.ts';

const POOL = '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946';

describe('the topics of a pool', () => {
  it.each(['signal', 'answer'] as const)('%s: what is written is read', (kind) => {
    expect(parsePoolTopic(poolTopic(POOL, kind))).toEqual({ poolId: POOL, kind });
    expect(parsePoolTopic(poolTopic(POOL.toUpperCase(), kind))).toEqual({ poolId: POOL, kind });
  });

  it.each([
    '',
    '#',
    'pools/v1/+/signal',
    'pools/v1/+/signal/answer',
    `pools/v1/${POOL}/signal/#`,
    `pools/v1/${POOL}/signal/answer/`,
    `pools/v1/${POOL}/signal\n`,
    `/pools/v1/${POOL}/signal`,
    `pools/v2/${POOL}/signal`,
    `pools/v1/${POOL}/Signal`,
    `pools/v1/${POOL}`,
    'pools/v1/nord/signal',
    `sites/v1/${POOL}/report`,
  ])('%s is none of them', (topic) => {
    expect(parsePoolTopic(topic)).toBeUndefined();
  });
});
