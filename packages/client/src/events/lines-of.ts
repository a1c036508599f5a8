/** Splits a stream of UTF-8 at CR LF, LF or CR. A last line without an end is dropped. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
