/** Takes a stream of UTF-8 apart at CR LF, LF or CR; a line that has no end is dropped. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Drops a byte order mark, too.
  const decoder = new TextDecoder();
  let rest = '';
  let endedInCr = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // A CR ends its line at once: waiting for the LF would hold a message back.
    const news = endedInCr && text.startsWith('\n') ? text.slice(1) : text;
    endedInCr = text.endsWith('\r');
    const lines = (rest + news).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
