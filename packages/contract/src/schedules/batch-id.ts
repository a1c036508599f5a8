import { type BrandedId, parseUuid } from '../schema/branded-id.ts';

export type BatchId = BrandedId<'BatchId'>;

export function parseBatchId(text: string): BatchId | undefined {
  return parseUuid(text) as BatchId | undefined;
}
