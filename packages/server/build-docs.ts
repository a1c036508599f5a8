import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildSite } from '../../scripts/docs/build-site.ts';
import { SITE_FILES } from './src/docs/site-files.ts';

// Writes the documents as a site: as files to open or to serve anywhere, and as the one file that the service reads.
const site = buildSite(fileURLToPath(new URL('../../docs', import.meta.url)));
const folder = fileURLToPath(new URL('dist/docs', import.meta.url));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, text] of site) await writeFile(join(folder, name), text);
const whole = Buffer.from(JSON.stringify(Object.fromEntries(site)));
// A page, its Markdown and the search say the same: far enough back, so together they are little more than one of them.
const params = {
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
};
await writeFile(SITE_FILES, brotliCompressSync(whole, { params }));
