import { type BrandedId, parseUuid } from '../../schema/branded-id.ts';

export type ClientId = BrandedId<'ClientId'>;

export function parseClientId(text: string): ClientId | undefined {
  return parseUuid(text) as ClientId | undefined;
}
