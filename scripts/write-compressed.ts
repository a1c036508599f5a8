import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const WORTH_COMPRESSING_BYTES = 1_400;
// At 11, Brotli takes ten times as long for a tenth less: too long for every `npm ci`.
const BROTLI_QUALITY = 9;

/** Puts what a file compresses to in its place, as `.br`, where that is worth it. */
export async function writeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await rm(path);
}
