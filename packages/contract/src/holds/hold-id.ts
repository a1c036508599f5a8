import { type BrandedId, parseUuid } from '../schema/branded-id.ts';

export type HoldId = BrandedId<'HoldId'>;

export function parseHoldId(text: string): HoldId | undefined {
  return parseUuid(text) as HoldId | undefined;
}
