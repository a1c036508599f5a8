import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// The oldest Node that the package runs on.
const TARGET = 'node22';

// The threads are started by the names of their files, so each is an entry.
const ENTRIES = {
  main: 'packages/cli/src/main.ts',
  'writer-thread': 'packages/server/src/store/sqlite/writer-thread.ts',
  writes: 'packages/server/src/writes.ts',
};

/** Writes the program with everything that it is made of into a folder; returns the files that went into it. */
export async function bundleProgram(folder: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    tsconfig: false,
    transform: { target: TARGET },
    // Native code, which `pg` uses only where it is asked to.
    external: ['pg-native'],
  });
  try {
    const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' });
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await bundle.close();
  }
}
