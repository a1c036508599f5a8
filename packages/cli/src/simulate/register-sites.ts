import type { RegistryCalls } from '@setpoint/client';

export interface KeyedSite {
  readonly siteId: string;
  readonly controllerKey: string;
}

export interface WantedSite {
  readonly siteName: string;
  readonly timeZone: string;
}

const CALLS_AT_ONCE = 16;
const DIGITS = 5;

/** The name of a simulated site: the prefix and a number of five digits. */
export function simulatedName(prefix: string, index: number): string {
  return `${prefix} ${String(index + 1).padStart(DIGITS, '0')}`;
}

/** Registers these sites and makes a new key for each; sites that already have such a name are used again. */
export async function registerSites(registry: RegistryCalls, wanted: readonly WantedSite[]): Promise<KeyedSite[]> {
  const idByName = new Map<string, string>();
  for await (const { siteId, siteName } of registry.sites()) idByName.set(siteName, siteId);
  return eachAtOnce(wanted, async ({ siteName, timeZone }) => {
    const siteId = idByName.get(siteName);
    return siteId === undefined ? registry.addSite({ siteName, timeZone }) : renewKey(registry, siteId);
  });
}

/** Removes every site named with the prefix; resolves with their number. */
export async function removeSites(registry: RegistryCalls, prefix: string): Promise<number> {
  const found: { siteId: string; siteName: string }[] = [];
  for await (const { siteId, siteName } of registry.sites()) {
    if (siteName.startsWith(`${prefix} `) && /^\d{5,}$/.test(siteName.slice(prefix.length + 1)))
      found.push({ siteId, siteName });
  }
  await eachAtOnce(found, ({ siteId, siteName }) => registry.removeSite(siteId, siteName));
  return found.length;
}

// Keys are shown only once, so those of an earlier run are lost; and a site has at most two.
async function renewKey(registry: RegistryCalls, siteId: string): Promise<KeyedSite> {
  const { keys } = await registry.listControllerKeys(siteId);
  for (const { keyId } of keys) await registry.revokeControllerKey(siteId, keyId);
  const { controllerKey } = await registry.addControllerKey(siteId);
  return { siteId, controllerKey };
}

async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  async function worker(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  return results;
}
