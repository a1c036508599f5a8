declare const brand: unique symbol;

/** A checked UUID in lower case, which cannot stand in for the id of anything else. */
export type BrandedId<Name extends string> = string & { readonly [brand]: Name };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any UUID version; letter case is ignored. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}
