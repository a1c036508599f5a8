import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 256 * 1_024;

/** The text of an answer from outside: keys, metadata or tokens, none of which is long. */
export async function readBounded(response: IncomingMessage, address: string): Promise<string> {
  return (await readBytes(response, address, MAX_BYTES)).toString('utf8');
}

/** All of an answer from outside, if it is not too long. */
async function readBytes(response: IncomingMessage, address: string, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`${address} answers with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
