import { linesOf } from './lines-of.ts';

/** One message of a stream of server-sent events. */
export interface SseMessage {
  /** The last id that the stream named, here or before. */
  readonly id: string | undefined;
  /** Empty for a message that only names a place, or shows that the connection is alive. */
  readonly data: string;
  /** How long to wait before connecting again, from now on. */
  readonly retryMs?: number;
}

interface Block {
  id: string | undefined;
  readonly data: string[];
  retryMs?: number;
  isEmpty: boolean;
}

// HTML §9.2.6. Names of events are not read: our events name their type in the data.
/** Takes a stream of server-sent events apart; a message that a cut left unfinished is dropped. */
export async function* parseSse(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SseMessage> {
  let block = blockAfter(undefined);
  for await (const line of linesOf(chunks)) {
    if (line !== '') {
      readLine(block, line);
      continue;
    }
    const { isEmpty, data, ...message } = block;
    if (!isEmpty) yield { ...message, data: data.join('\n') };
    block = blockAfter(block.id);
  }
}

function blockAfter(id: string | undefined): Block {
  return { id, data: [], isEmpty: true };
}

function readLine(block: Block, line: string): void {
  block.isEmpty = false;
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') block.data.push(value);
  if (name === 'id' && !value.includes('\0')) block.id = value === '' ? undefined : value;
  if (name === 'retry' && /^\d+$/.test(value)) block.retryMs = Number(value);
}
