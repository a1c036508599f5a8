import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@setpoint/server/make-folder';

export interface DemoSite {
  readonly siteName: string;
  readonly siteId: string;
  readonly controllerKey: string;
  /** From when its plan is: the weather that this expects began there. */
  readonly plannedFromMs: number;
}

interface DemoClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The sites of the demonstration, and the clients that speak for others. */
export interface DemoRegistry {
  readonly trader: DemoClient;
  /** Asks the pool for power. */
  readonly gridOperator: DemoClient;
  readonly sites: readonly DemoSite[];
}

/** What an earlier start left in the folder. */
export function readDemoRegistry(dataDir: string): DemoRegistry | undefined {
  try {
    const left = JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as DemoRegistry;
    // One without is of an older demonstration, which is made anew.
    return 'gridOperator' in left ? left : undefined;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}

export function writeDemoRegistry(dataDir: string, registry: DemoRegistry): void {
  const path = pathIn(dataDir);
  writeFileSync(`${path}.tmp`, `${JSON.stringify(registry, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.tmp`, path);
}

/** Claims a folder for the demonstration; false if it has a store of somebody else. */
export function claimDemoFolder(dataDir: string): boolean {
  const mark = join(dataDir, 'demo.started');
  if (existsSync(mark)) return true;
  if (existsSync(join(dataDir, 'setpoint.sqlite'))) return false;
  makeFolder(dataDir);
  writeFileSync(mark, '');
  return true;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
