import { type BrandedId, parseUuid } from '../schema/branded-id.ts';

export type PoolId = BrandedId<'PoolId'>;

export function parsePoolId(text: string): PoolId | undefined {
  return parseUuid(text) as PoolId | undefined;
}
