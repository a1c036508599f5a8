import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** Where `npm run build` puts the pages of the docs, all in one. */
export const SITE_FILES = fileURLToPath(new URL('../../dist/docs.json.br', import.meta.url));

/** The pages by their names; undefined when they have not been built. */
export async function readSiteFiles(path: string): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const whole = await promisify(brotliDecompress)(await readFile(path));
    return new Map(Object.entries(JSON.parse(whole.toString()) as Record<string, string>));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
