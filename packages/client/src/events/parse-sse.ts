/** One message of a stream of server-sent events. */
export interface SseMessage {
  /** The last id that the stream named, here or before. */
  readonly id: string | undefined;
  /** Empty for a message that only names a place. */
  readonly data: string;
}

/** Takes a stream of server-sent events apart; what a cut leaves unfinished is dropped. */
export async function* parseSse(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SseMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      id = fieldOf(lines, 'id').at(-1) ?? id;
      yield { id, data: fieldOf(lines, 'data').join('\n') };
    }
  }
}

function fieldOf(lines: readonly string[], name: string): string[] {
  const start = `${name}: `;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}
