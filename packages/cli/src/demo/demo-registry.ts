import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetpointClient } from '@setpoint/client';

interface DemoSite {
  readonly siteName: string;
  readonly siteId: string;
  readonly controllerKey: string;
}

export interface DemoRegistry {
  readonly trader: { readonly clientId: string; readonly clientSecret: string };
  readonly sites: readonly DemoSite[];
}

/** The sites and the trader of the demonstration: as they were left here, else made and noted. */
export async function openDemoRegistry(
  operator: SetpointClient,
  dataDir: string,
  wanted: readonly { readonly name: string; readonly timeZone: string }[],
): Promise<DemoRegistry> {
  const path = join(dataDir, 'demo.json');
  const known = readRegistry(path);
  if (known !== undefined) return known;
  // A start that was cut short left some behind, whose keys nobody knows.
  for await (const { siteId, siteName } of operator.registry.sites()) {
    if (wanted.some(({ name }) => name === siteName)) await operator.registry.removeSite(siteId, siteName);
  }
  const sites: DemoSite[] = [];
  for (const { name, timeZone } of wanted) {
    sites.push(await operator.registry.addSite({ siteName: name, timeZone, siteId: randomUUID() }));
  }
  const registry = { trader: await addTrader(operator), sites };
  writeFileSync(`${path}.tmp`, `${JSON.stringify(registry, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.tmp`, path);
  return registry;
}

async function addTrader({ registry }: SetpointClient): Promise<DemoRegistry['trader']> {
  const { clientId, clientSecret } = await registry.addClient({ clientName: 'Demo trader' });
  await registry.putGrant(clientId, { allSites: true, can: 'schedule' });
  return { clientId, clientSecret };
}

function readRegistry(path: string): DemoRegistry | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DemoRegistry;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
