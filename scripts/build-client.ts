import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADERS, LIMITS, PATHS, SESSION_PATHS } from '@setpoint/contract';
import { rolldown } from 'rolldown';
import { declareClient } from './declare-client.ts';
import { packFolder } from './pack-folder.ts';

const TABLES = { PATHS, SESSION_PATHS, LIMITS, HEADERS };
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'packages/client');
const [OUT = join(ROOT, 'dist')] = process.argv.slice(2);

// The package `@setpoint/client`: one file that runs anywhere, and one with its types.
const folder = join(OUT, 'client');
await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, 'dist'), { recursive: true });
await bundle(join(folder, 'dist/index.js'));
await writeFile(join(folder, 'dist/index.d.ts'), await declarations());
await writeFile(join(folder, 'package.json'), await manifest());
await cp(join(SOURCES, 'README.md'), join(folder, 'README.md'));
await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
process.stdout.write(`${packFolder(folder, OUT)}\n`);

async function bundle(file: string): Promise<void> {
  const built = await rolldown({
    cwd: ROOT,
    input: join(SOURCES, 'src/index.ts'),
    platform: 'neutral',
    tsconfig: false,
    transform: { target: 'es2022' },
    plugins: [
      {
        name: 'what-is-used-of-tables',
        transform: (code, id) => (id.startsWith(SOURCES) ? withoutTables(code) : null),
      },
    ],
  });
  // The calls are named by their keys, so a stack trace still tells which one it was.
  await built.write({
    file,
    format: 'esm',
    minify: {
      mangle: { keepNames: { class: true, function: false } },
      compress: true,
      codegen: { removeWhitespace: true },
    },
  });
  await built.close();
}

// Of the tables of the contract only what is used goes along, at the place of its use.
function withoutTables(code: string): string {
  return code.replaceAll(
    /\b(PATHS|SESSION_PATHS|LIMITS|HEADERS)\.(\w+)/g,
    (_, table: keyof typeof TABLES, name: string) =>
      JSON.stringify((TABLES[table] as Readonly<Record<string, unknown>>)[name]),
  );
}

async function declarations(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'setpoint-client-'));
  try {
    const options = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: join(place, 'out'),
        rootDir: join(SOURCES, 'src'),
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      include: [],
      files: [join(SOURCES, 'src/index.ts')],
    };
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(options));
    const emitted = spawnSync('npx', ['tsc', '-p', place], { cwd: ROOT, encoding: 'utf8' });
    if (emitted.status !== 0) throw new Error(`the types were not emitted:\n${emitted.stdout}${emitted.stderr}`);
    return declareClient(join(place, 'out/index.d.ts'));
  } finally {
    await rm(place, { recursive: true });
  }
}

async function manifest(): Promise<string> {
  const own = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { private: _private, dependencies: _bundled, exports: _sources, ...published } = own;
  const exports = {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  };
  return `${JSON.stringify({ ...published, exports }, undefined, 2)}\n`;
}
