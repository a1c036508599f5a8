import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_COMPRESSING_BYTES = 1_400;
// At 11, Brotli takes ten times as long for a tenth less: too long for every `npm ci`.
const BROTLI_QUALITY = 9;

/** Writes what a file compresses to beside it, as `.br` and `.gz`, where that is worth it. */
export async function writeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING_BYTES) return;
  const brotli = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [smallest, small] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: brotli }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, smallest), writeFile(`${path}.gz`, small)]);
}
