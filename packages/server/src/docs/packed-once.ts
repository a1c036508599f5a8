import { gzipSync } from 'node:zlib';
import { type BuiltFile, tagOf } from '../http/send/send-built.ts';
import { GZIP } from '../http/send/send-tagged.ts';

/** A document that is written and compressed for its first reader, and kept for all others. */
export function packedOnce(write: () => string, contentType: string): () => BuiltFile {
  let packed: BuiltFile | undefined;
  return () => (packed ??= packedFile(write(), contentType));
}

function packedFile(text: string, contentType: string): BuiltFile {
  const bytes = Buffer.from(text);
  const zipped = gzipSync(bytes, GZIP);
  return { tag: tagOf(bytes), contentType, plain: () => bytes, compressed: new Map([['gzip', () => zipped]]) };
}
