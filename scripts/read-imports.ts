import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One file named by another; a package of this repository by its name, `@setpoint/core`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const SPECIFIER = /(?:\bfrom |\bimport |\bimport\(|new URL\()'((?:\.|@setpoint\/)[^']*)'/g;

/** Every import of the product's files in a folder, those of types included; tests and what they share are left out. */
export function readImports(folder: string): Import[] {
  return productFiles(folder).flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => ({
      from,
      to: specifier.startsWith('.') ? join(dirname(from), specifier) : specifier,
    })),
  );
}

export function productFiles(folder: string): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`);
  const isProduct = (file: string) => !/\.test\.tsx?$/.test(file);
  return files.filter(isProduct).toSorted();
}
