import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSetpoint } from '../service/run-setpoint.ts';
import type { SiteLogin } from '../service/service-client.ts';

export interface SiteProcess extends AsyncDisposable {
  /** Ends it without a warning. */
  kill(): Promise<void>;
}

/** `setpoint controller` as a process of its own; what it keeps is in the folder. */
export function startSite(folder: string, service: string, login: SiteLogin, site = 'Brewery Plzen'): SiteProcess {
  const { siteId, controllerKey } = login;
  const config = join(folder, `${siteId}.json`);
  const driver = { kind: 'simulated', site };
  const dataDir = join(folder, siteId);
  writeFileSync(config, JSON.stringify({ service, siteId, controllerKey, dataDir, reportSeconds: 1, driver }));
  const child = startSetpoint(['controller', '--config', config], {});
  const exited = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { kill, [Symbol.asyncDispose]: kill };
}
