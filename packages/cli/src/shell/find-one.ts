import type { SetpointClient } from '@setpoint/client';
import { type Group, parseUuid, type Pool, type RegisteredClient, type RegisteredSite } from '@setpoint/contract';
import { collect, onlyOne } from './only-one.ts';

/** What a command finds by its id or its name. */
export interface Nouns {
  readonly client: RegisteredClient;
  readonly group: Group;
  readonly pool: Pool;
  readonly site: RegisteredSite;
}

interface Finding<Item> {
  readonly read: (service: SetpointClient, id: string) => Promise<Item>;
  readonly each: (service: SetpointClient) => AsyncIterable<Item>;
  /** Its id, and then what it is called. */
  readonly names: (item: Item) => readonly [string, string | null];
}

const FINDINGS: { readonly [Noun in keyof Nouns]: Finding<Nouns[Noun]> } = {
  client: {
    read: ({ registry }, id) => registry.readClient(id),
    each: ({ registry }) => registry.clients(),
    names: ({ clientId, clientName }) => [clientId, clientName],
  },
  group: {
    read: ({ people }, id) => people.readGroup(id),
    each: ({ people }) => people.groups(),
    names: ({ groupId, groupName }) => [groupId, groupName],
  },
  pool: {
    read: ({ pools }, id) => pools.read(id),
    each: ({ pools }) => pools.list(),
    names: ({ poolId, poolName }) => [poolId, poolName],
  },
  site: {
    read: ({ registry }, id) => registry.readSite(id),
    each: ({ registry }) => registry.sites(),
    names: ({ siteId, siteName }) => [siteId, siteName],
  },
};

/** The one with this id, or with this name if no other has it. */
export async function findOne<Noun extends keyof Nouns>(
  service: SetpointClient,
  noun: Noun,
  idOrName: string,
): Promise<Nouns[Noun]> {
  const { read, each, names }: Finding<Nouns[Noun]> = FINDINGS[noun];
  const id = parseUuid(idOrName);
  if (id !== undefined) return read(service, id);
  const found = await collect(each(service), (item) => names(item).includes(idOrName));
  return onlyOne(found, { noun, name: idOrName, ids: found.map((item) => names(item)[0]) });
}
