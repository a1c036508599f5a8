/** The name that somebody or something has now; undefined if it is not known. */
export type NameOf = (kind: string, id: string) => string | undefined;

const SHOWN_OF_ID = 8;
const HOLDERS = ['client', 'person', 'group'];

/** The name of a thing, or the beginning of its id. */
export function nameOr(nameOf: NameOf, kind: string, id: string): string {
  const isId = /^[\da-f]{8}-/.test(id);
  return nameOf(kind, id) ?? `${kind} ${isId ? `${id.slice(0, SHOWN_OF_ID)}…` : id}`;
}

/** The name of a client, a person or a group: what holds a grant. */
export function holderName(nameOf: NameOf, id: string): string {
  const known = HOLDERS.map((kind) => nameOf(kind, id)).find((name) => name !== undefined);
  return known ?? nameOr(nameOf, 'client', id);
}

/** What a grant or a hold is for. */
export function reachText(nameOf: NameOf, { siteId, poolId }: { siteId?: string; poolId?: string }): string {
  if (poolId !== undefined) return `the pool ${nameOr(nameOf, 'pool', poolId)}`;
  return siteId === undefined ? 'all sites' : nameOr(nameOf, 'site', siteId);
}
