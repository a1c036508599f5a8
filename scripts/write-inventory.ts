import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { bundledPackages } from './bundled-packages.ts';
import { licenceProblems } from './licence-problems.ts';
import { noticesIn, noticesOf } from './notices-of.ts';
import { type Locked, sbomOf } from './sbom-of.ts';
import { buildVersion } from './build-version.ts';
import { type VexFile, vexOf } from './vex-of.ts';

// One script, made of packages that it does not name.
const REFERENCE = '@scalar/fastify-api-reference';

/** Where the parts of a package come from. */
export interface Origins {
  readonly root: string;
  /** The files that went into the program and the console. */
  readonly modules: readonly string[];
  /** The compressed script of the reference. */
  readonly reference: string;
}

/** Writes beside a package what it is made of: for people, and for tools. Throws if something may not be in it. */
export async function writeInventory(folder: string, { root, modules, reference }: Origins): Promise<void> {
  const packages = bundledPackages(root, [...modules, `node_modules/${REFERENCE}/`]);
  const problems = licenceProblems(packages);
  if (problems.length > 0) throw new Error(`the package cannot be published:\n${problems.join('\n')}`);
  const script = brotliDecompressSync(await readFile(reference)).toString();
  const told = packages.map((one) =>
    one.name === REFERENCE ? { ...one, notices: `${one.notices}\n\n${noticesIn(script)}` } : one,
  );
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES'), noticesOf(told));
  const { name, version, license } = await readJson<Manifest>(join(folder, 'package.json'));
  const published = { name, version: buildVersion(version, root), licence: license, packages, opaque: [REFERENCE] };
  const { packages: locked } = await readJson<{ packages: Locked }>(join(root, 'package-lock.json'));
  await writeFile(join(folder, 'sbom.cdx.json'), sbomOf(published, locked));
  const vex = await readJson<VexFile>(join(root, 'vex.json'));
  await writeFile(join(folder, 'vex.cdx.json'), vexOf(vex, { root: published, packages }));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function readJson<Document>(path: string): Promise<Document> {
  return JSON.parse(await readFile(path, 'utf8')) as Document;
}
