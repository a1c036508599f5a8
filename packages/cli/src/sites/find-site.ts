import { parseClientId, parseSiteId, type RegisteredClient, type RegisteredSite } from '@setpoint/contract';
import type { RegistryCalls, SiteCalls } from '@setpoint/client';
import { CliError } from '../shell/cli-error.ts';

/** The site that an argument names, by its id or by a name that no other site has. */
export async function findSite(registry: RegistryCalls, idOrName: string): Promise<RegisteredSite> {
  const siteId = parseSiteId(idOrName);
  if (siteId !== undefined) return registry.readSite(siteId);
  const found = await collect(registry.sites(), (site) => site.siteName === idOrName);
  return onlyOne(found, { noun: 'site', name: idOrName, ids: found.map((site) => site.siteId) });
}

/** As `findSite`, among the sites that the caller can see; answers with its id. */
export async function findVisibleSite(sites: Pick<SiteCalls, 'listSites'>, idOrName: string): Promise<string> {
  const siteId = parseSiteId(idOrName);
  if (siteId !== undefined) return siteId;
  const found = (await sites.listSites()).filter((site) => site.siteName === idOrName);
  return onlyOne(found, { noun: 'site', name: idOrName, ids: found.map((site) => site.siteId) }).siteId;
}

/** The client that an argument names, by its id or by a name that no other client has. */
export async function findClient(registry: RegistryCalls, idOrName: string): Promise<RegisteredClient> {
  const clientId = parseClientId(idOrName);
  if (clientId !== undefined) return registry.readClient(clientId);
  const found = await collect(registry.clients(), (client) => client.clientName === idOrName);
  return onlyOne(found, { noun: 'client', name: idOrName, ids: found.map((client) => client.clientId) });
}

async function collect<Item>(items: AsyncIterable<Item>, isWanted: (item: Item) => boolean): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) if (isWanted(item)) found.push(item);
  return found;
}

interface Named {
  readonly noun: 'site' | 'client';
  readonly name: string;
  readonly ids: readonly string[];
}

function onlyOne<Item>(found: readonly Item[], { noun, name, ids }: Named): Item {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const quoted = JSON.stringify(name);
  if (first === undefined) {
    throw new CliError('not_found', `There is no ${noun} ${quoted}. \`npx setpoint ${noun} list\` shows them all.`);
  }
  throw new CliError('ambiguous', `Several ${noun}s are called ${quoted}. Name one by its id: ${ids.join(', ')}.`);
}
