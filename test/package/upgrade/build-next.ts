import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundleProgram } from '../../../scripts/bundle-program.ts';
import { installPackage } from '../install/install-package.ts';

export const NEXT_RELEASE = '1.99.0';

// What a minor release may do while nodes of the one before are running: add.
// All that is altered is read by the statement which says who may do what with a site, and so by every request.
const STEPS = `'9998-of-next': { locks: ['client', 'pool_grant', 'site_grant'], async up(db) {
  for (const table of ['client', 'site_grant', 'pool_grant'])
    await db.schema.alterTable(table).addColumn('of_next', 'text').execute();
} },
'9999-of-next': { locks: ['site', 'site_state'], async up(db) {
  await db.schema.alterTable('site_state').addColumn('of_next', 'text').execute();
  await db.schema.alterTable('site').addColumn('of_next', 'text').execute();
  await db.schema.createTable('of_next').addColumn('id', 'integer').execute();
} },`;

/** The package with another version number and two more steps of the schema, installed; returns the program. */
export async function buildNext(tarball: string, folder: string): Promise<string> {
  const program = await installPackage(tarball, folder);
  const code = join(dirname(program), '../dist/node');
  await rm(code, { recursive: true });
  await bundleProgram(code, [asNext]);
  return program;
}

const asNext: Plugin = {
  name: 'as-next',
  transform(code, id) {
    if (/packages\/\w+\/package\.json$/.test(id)) {
      return changed(code, /"version": ?"[^"]+"/, `"version":"${NEXT_RELEASE}"`);
    }
    if (id.endsWith('/migrations/migrations.ts')) return changed(code, /\n\};\s*$/, `\n${STEPS}\n};\n`);
    return null;
  },
};

function changed(code: string, pattern: RegExp, to: string): string {
  const after = code.replace(pattern, to);
  if (after === code) throw new Error(`there is nothing like ${pattern.source}`);
  return after;
}
