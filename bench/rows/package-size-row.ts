import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packed } from '../run/packed.ts';
import { limitedTo, type Row } from '../run/run.ts';
import { PACKAGE } from '../run/start-setpoint.ts';

const MEGABYTE = 1_000_000;
const MOST_PACKED_MB = 3;
const MOST_INSTALLED_MB = 12;

export function packageSizeRow(): Row {
  return {
    name: 'package-size',
    title: 'Size',
    measure: () => {
      const files = readdirSync(PACKAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      // What Node compiled is no part of it.
      const own = files.filter(({ parentPath }) => !parentPath.includes('.cache'));
      const bytes = own.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
      const packedMb = statSync(packed()).size / MEGABYTE;
      const claims = [
        limitedTo('packed', { measured: packedMb, atMost: MOST_PACKED_MB, unit: 'MB' }),
        limitedTo('installed', { measured: bytes / MEGABYTE, atMost: MOST_INSTALLED_MB, unit: 'MB' }),
      ];
      return Promise.resolve({ kind: 'claimed', claims });
    },
  };
}
