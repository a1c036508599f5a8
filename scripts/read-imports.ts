import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One file named by another; a package by its name, `@setpoint/core`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const SPECIFIER = /(?:\bfrom |\bimport |\bimport\(|new URL\()'([^']+)'/g;

/** Every import of the product's files in a folder, those of types included; tests and what they share are left out. */
export function readImports(folder: string): Import[] {
  return importsOf(productFiles(folder));
}

/** Every import of tests and of what they share. */
export function readTestImports(): Import[] {
  return importsOf(globSync(['packages/*/{src,testing}/**/*.{ts,tsx}', '{test,bench}/**/*.ts']).filter(isOfTests));
}

export function productFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !isOfTests(file))
    .toSorted();
}

function isOfTests(file: string): boolean {
  return /\.test\.tsx?$|^packages\/[^/]+\/testing\/|^(?:test|bench)\//.test(file);
}

function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => ({
      from,
      to: specifier.startsWith('.') ? join(dirname(from), specifier) : specifier,
    })),
  );
}
