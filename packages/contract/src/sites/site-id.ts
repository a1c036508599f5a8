import { type BrandedId, parseUuid } from '../schema/branded-id.ts';

export type SiteId = BrandedId<'SiteId'>;

export function parseSiteId(text: string): SiteId | undefined {
  return parseUuid(text) as SiteId | undefined;
}
