import { parsePoolId, type PoolId } from '../pool-id.ts';

/** The topics by which a client asks a pool, as patterns for documents. */
export const POOL_TOPIC_PATTERNS = {
  signal: 'pools/v1/{poolId}/signal',
  answer: 'pools/v1/{poolId}/signal/answer',
} as const;
export type PoolTopicKind = keyof typeof POOL_TOPIC_PATTERNS;

const TOPIC = /^pools\/v1\/([^/]+)\/signal(\/answer)?$/;

/** The MQTT topic of the signals of a pool, or of the answers to them. */
export function poolTopic(poolId: string, kind: PoolTopicKind): string {
  return POOL_TOPIC_PATTERNS[kind].replace('{poolId}', poolId);
}

interface PoolTopic {
  readonly poolId: PoolId;
  readonly kind: PoolTopicKind;
}

/** What a topic names; undefined for any topic that is not of a pool, and for wildcards. */
export function parsePoolTopic(topic: string): PoolTopic | undefined {
  const [, id = '', answer] = TOPIC.exec(topic) ?? [];
  const poolId = parsePoolId(id);
  return poolId === undefined ? undefined : { poolId, kind: answer === undefined ? 'signal' : 'answer' };
}
