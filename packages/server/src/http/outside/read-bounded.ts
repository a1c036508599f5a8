import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 256 * 1_024;

/** The text of an answer from outside: keys, metadata or tokens, none of which is long. */
export async function readBounded(response: IncomingMessage, address: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${address} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
