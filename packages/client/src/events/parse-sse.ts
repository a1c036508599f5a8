/** One message of a stream of server-sent events. */
export interface SseMessage {
  /** The last id in the stream, of this message or an earlier one. */
  readonly id: string | undefined;
  /** Empty for a message that only has an id, or only shows that the connection is alive. */
  readonly data: string;
  /** How long to wait before reconnecting, from now on. */
  readonly retryMs?: number;
}

interface Block {
  id: string | undefined;
  readonly data: string[];
  retryMs?: number;
  isEmpty: boolean;
}

// HTML §9.2.6. The field `event` is not read, because our events name their type in the data.
/** Reads a stream of server-sent events. A message that is not complete when the stream ends is dropped. */
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

/** Splits a stream of UTF-8 at CR LF, LF or CR. A last line without an end is dropped. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // It also drops a byte order mark.
  const decoder = new TextDecoder();
  let rest = '';
  let endedInCr = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // A CR ends the line at once: waiting for an LF would delay the message.
    const news = endedInCr && text.startsWith('\n') ? text.slice(1) : text;
    endedInCr = text.endsWith('\r');
    const lines = (rest + news).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
