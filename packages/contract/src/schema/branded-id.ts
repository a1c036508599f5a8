declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type SiteId = Branded<'SiteId'>;
export type ClientId = Branded<'ClientId'>;
export type BatchId = Branded<'BatchId'>;
export type HoldId = Branded<'HoldId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The one door for site ids: any UUID version, letter case ignored. */
export function parseSiteId(text: string): SiteId | undefined {
  return UUID.test(text) ? (text.toLowerCase() as SiteId) : undefined;
}

export function parseClientId(text: string): ClientId | undefined {
  return UUID.test(text) ? (text.toLowerCase() as ClientId) : undefined;
}

export function parseBatchId(text: string): BatchId | undefined {
  return UUID.test(text) ? (text.toLowerCase() as BatchId) : undefined;
}

export function parseHoldId(text: string): HoldId | undefined {
  return UUID.test(text) ? (text.toLowerCase() as HoldId) : undefined;
}
