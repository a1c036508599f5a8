import type { IncomingMessage } from 'node:http';
import { readBytes } from './read-bytes.ts';

const MAX_BYTES = 256 * 1_024;

/** The text of an answer from outside: keys, metadata or tokens, none of which is long. */
export async function readBounded(response: IncomingMessage, address: string): Promise<string> {
  return (await readBytes(response, { address, mostBytes: MAX_BYTES })).toString('utf8');
}
