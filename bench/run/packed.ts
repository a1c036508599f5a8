import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The packed `setpoint` of this checkout. */
export function packed(): string {
  const name = readdirSync(DIST).find((one) => /^setpoint-\d.*\.tgz$/.test(one));
  if (name === undefined) throw new Error('there is no package: npm run package');
  return join(DIST, name);
}
