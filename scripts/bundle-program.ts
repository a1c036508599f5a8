import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { buildVersion } from './build-version.ts';
import { takeBuiltins } from './take-builtins.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// The oldest Node that the package runs on.
const TARGET = 'node22';

// Measured: without spaces and comments it starts sooner and holds 7 MB less. Names stay, for whoever reads a trace.
const SMALL = { mangle: false, compress: true, codegen: { removeWhitespace: true } } as const;

const MAIN = 'packages/cli/src/main.ts';
// Found by the names of their files when the program runs.
const LOADED_BY_NAME = [
  'packages/server/src/writes.ts',
  'packages/server/src/answers.ts',
  'packages/*/src/**/*-thread.ts',
];

// V8 keeps a text with a single character beyond Latin-1 in two bytes for each: 2 MB more for the whole program.
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
    }
  },
};

// What nobody reaches (see `build-http.ts`), and what copies a part of Node: 500 kB that would be loaded at each start.
const UNUSED = new Set(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']);
const leaner: Plugin = {
  name: 'leaner',
  resolveId(name) {
    if (name === 'readable-stream') return { id: 'node:stream', external: true };
    return UNUSED.has(name) ? `\0unused:${name}` : undefined;
  },
  load: (id) => (id.startsWith('\0unused:') ? 'module.exports = undefined;' : undefined),
};

// The program names its build, not only its release.
const named: Plugin = {
  name: 'named',
  load(id) {
    if (!/packages[/\\]\w+[/\\]package\.json$/.test(id)) return undefined;
    const manifest = JSON.parse(readFileSync(id, 'utf8')) as { readonly version: string };
    return { code: JSON.stringify({ ...manifest, version: buildVersion(manifest.version, ROOT) }), moduleType: 'json' };
  },
};

const fromProcess: Plugin = {
  name: 'from-process',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = takeBuiltins(file.code);
  },
};

// Half of a pair at a time, as strings and expressions both read it.
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes the program with everything that it is made of into a folder; returns the files that went into it. */
export async function bundleProgram(folder: string, plugins: Plugin[] = []): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    plugins: [...plugins, named, leaner, inAscii, fromProcess],
    input: Object.fromEntries(
      [MAIN, ...globSync(LOADED_BY_NAME, { cwd: ROOT }).sort()].map((path) => [basename(path, '.ts'), path]),
    ),
    platform: 'node',
    tsconfig: false,
    transform: { target: TARGET },
    // Native code, which `pg` uses only where it is asked to.
    external: ['pg-native'],
  });
  try {
    const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: SMALL });
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await bundle.close();
  }
}
