import type { SetpointClient } from '@setpoint/client';
import { type Group, parseUuid, type Pool, type RegisteredClient, type RegisteredSite } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import { chooseNamed } from './choose-named.ts';
import { collect } from './only-one.ts';
import type { Shell } from './shell.ts';

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

/** The id of a thing, and its name. */
export function namesOf<Noun extends keyof Nouns>(noun: Noun, item: Nouns[Noun]): readonly [string, string | null] {
  const { names }: Finding<Nouns[Noun]> = FINDINGS[noun];
  return names(item);
}

/** The one with this id, or this name, or a name that alone begins so; then it says which one that is. */
export async function findOne<Noun extends keyof Nouns>(shell: Shell, noun: Noun, text: string): Promise<Nouns[Noun]> {
  const { read, each, names }: Finding<Nouns[Noun]> = FINDINGS[noun];
  const service = shell.client();
  const id = parseUuid(text);
  if (id !== undefined) return read(service, id);
  const { item, isByBeginning } = chooseNamed({ noun, text, items: await collect(each(service)), names });
  if (isByBeginning) noteChosen(shell, { noun, text, names: names(item) });
  return item;
}

/** Says what a beginning was taken for. */
export function noteChosen(
  shell: Shell,
  { noun, text, names: [id, name] }: { noun: string; text: string; names: readonly [string, string | null] },
): void {
  shell.note(sentence`${JSON.stringify(text)} is the ${noun} ${name ?? ''} (${id}).`);
}
