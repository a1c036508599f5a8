import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no source names another by its extension at run time, because in the package it has another one', () => {
  const sources = globSync('packages/{server,cli,controller,client,core,contract}/{src,seeding}/**/*.ts');
  const naming = sources.filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
  expect(naming.filter((path) => /new URL\([^)]*\.ts['"`]/.test(readFileSync(path, 'utf8')))).toEqual([]);
  expect(sources.length).toBeGreaterThan(300);
});

it('every thread is a file by whose name the build finds it', () => {
  const starting = globSync('packages/*/src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const threads = starting.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return /\b(new Worker|beginWorker)\(/.test(text)
      ? [...text.matchAll(/new URL\(`\.\/([\w-]+)\$\{/g)].map(([, name]) => name)
      : [];
  });
  const found = globSync('packages/*/src/**/*-thread.ts').map((path) => /([\w-]+)\.ts$/.exec(path)?.[1]);
  expect(new Set(threads)).toEqual(new Set(found));
});
