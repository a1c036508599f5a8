import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of somebody else that is in what we publish. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its manifest says it, in the terms of SPDX; empty if it does not. */
  readonly licence: string;
  /** What its authors want passed on. */
  readonly notices: string;
  /** Where it was found, from the root of the repository. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

const NOTICE_FILE = /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i;
const IN_PACKAGE = /^(.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//;
// What tools add of their own is no file.
const ADDED_BY = [
  { mark: /^\0(rolldown|@oxc-project)/, folder: 'node_modules/rolldown' },
  { mark: /^\0vite/, folder: 'node_modules/vite' },
] as const;

/** The packages that the files of a bundle come from, by name. */
export function bundledPackages(root: string, modules: readonly string[]): BundledPackage[] {
  const folders = new Set(modules.flatMap((module) => folderOf(root, module) ?? []));
  const found = [...folders].map((folder) => readPackage(root, folder));
  // Two packages may each bring one of their own: it is the same.
  const different = new Map(found.map((one) => [keyOf(one), one]));
  return [...different.values()].sort((one, other) => order(keyOf(one), keyOf(other)));
}

function folderOf(root: string, module: string): string | undefined {
  if (module.startsWith('\0')) return ADDED_BY.find(({ mark }) => mark.test(module))?.folder;
  const path = module.startsWith(root) ? module.slice(root.length) : module;
  const [, before = '', last] = IN_PACKAGE.exec(path) ?? [];
  return last === undefined ? undefined : before + last;
}

function readPackage(root: string, folder: string): BundledPackage {
  const place = join(root, folder);
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(place).filter((name) => NOTICE_FILE.test(name));
  const texts = files.sort().map((name) => readFileSync(join(place, name), 'utf8').replaceAll('\r\n', '\n').trim());
  const { name, version } = manifest;
  return { name, version, licence: licenceOf(manifest), notices: texts.join('\n\n'), folder };
}

function licenceOf({ license, licenses = [] }: Manifest): string {
  if (typeof license === 'string') return license;
  return [...(license === undefined ? [] : [license]), ...licenses].map(({ type }) => type).join(' OR ');
}

function keyOf({ name, version }: BundledPackage): string {
  return `${name}@${version}`;
}

// The same on every machine, whatever its language.
function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
