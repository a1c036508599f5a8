import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { provideDoor } from './provide-door.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Asked for the first time, it packs the writer; runs without such tests do without. */
    writerDoor: string;
  }
}

/** The thread that writes, packed: its own module, and the one that lists all writes. */
export interface ProvidedWriter {
  readonly writerUrl: string;
  readonly writesUrl: string;
}

const SOURCES = new URL('../src/', import.meta.url);
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
// The same place each time, so that what was compiled from it is found again.
const PACKED = join(CACHE, 'setpoint-writer');

/** Packs the thread that writes into a few files, once for a run: from its sources it takes a second to load. */
export async function setup(project: TestProject): Promise<() => void> {
  let packing: Promise<ProvidedWriter> | undefined;
  // What runs again does so because a source has changed.
  project.onTestsRerun(() => {
    packing = undefined;
    return Promise.resolve();
  });
  return provideDoor(project, 'writerDoor', () => (packing ??= pack()));
}

async function pack(): Promise<ProvidedWriter> {
  await mkdir(PACKED, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'setpoint-packing-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: {
          writer: fileURLToPath(new URL('store/sqlite/writer-thread.ts', SOURCES)),
          writes: fileURLToPath(new URL('writes.ts', SOURCES)),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  // Another run may read them now: each is there as a whole.
  for (const name of await readdir(folder)) await rename(join(folder, name), join(PACKED, name));
  await rm(folder, { recursive: true });
  const urlOf = (name: string) => pathToFileURL(join(PACKED, name)).href;
  return { writerUrl: urlOf('writer.mjs'), writesUrl: urlOf('writes.mjs') };
}
