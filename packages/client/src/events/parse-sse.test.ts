import { describe, expect, it } from 'vitest';
import { parseSse, type SseMessage } from './parse-sse.ts';

const encoder = new TextEncoder();

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function read(chunks: readonly Uint8Array[]): Promise<SseMessage[]> {
  const messages: SseMessage[] = [];
  for await (const message of parseSse(streamOf(chunks))) messages.push(message);
  return messages;
}

function messagesOf(...texts: string[]): Promise<SseMessage[]> {
  return read(texts.map((text) => encoder.encode(text)));
}

describe('a stream of server-sent events', () => {
  it('is the same however it is cut, within a CR LF and within a character too', async () => {
    const bytes = encoder.encode('\uFEFFid: ü\r\ndata: 1\r\ndata: €\r\n\r\n: still here\r\n\r\ndata: 2\n\ndata: 3\r\r');
    const whole = await read([bytes]);
    expect(whole).toEqual([
      { id: 'ü', data: '1\n€' },
      { id: 'ü', data: '' },
      { id: 'ü', data: '2' },
      { id: 'ü', data: '3' },
    ]);
    for (let at = 0; at <= bytes.length; at += 1) {
      const parts = [bytes.subarray(0, at), bytes.subarray(at)];
      expect([at, await read(parts)]).toEqual([at, whole]);
    }
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    await expect(read(single)).resolves.toEqual(whole);
  });

  it.each([
    ['a field without a space', 'data:a\n\n', { id: undefined, data: 'a' }],
    ['data over many lines', 'data: a\ndata\ndata:b\n\n', { id: undefined, data: 'a\n\nb' }],
    ['a comment among fields', 'data: a\n: data: x\n:data: y\ndata: b\n\n', { id: undefined, data: 'a\nb' }],
    ['fields that nobody knows', 'datax: x\n data: y\nDATA: z\ndata: a\n\n', { id: undefined, data: 'a' }],
    ['an id with NULL in it, which is ignored', 'id: 1\nid: 2\0\ndata: a\n\n', { id: '1', data: 'a' }],
    ['an empty id, which names no place', 'id: 1\nid:\ndata: a\n\n', { id: undefined, data: 'a' }],
    ['a wait before the next connection', 'retry: 1500\ndata: a\n\n', { id: undefined, data: 'a', retryMs: 1_500 }],
    ['a wait that is no number', 'retry: 1.5\nretry: -1\nretry:\ndata: a\n\n', { id: undefined, data: 'a' }],
  ])('may hold %s', async (_name, text, message) => {
    await expect(messagesOf(text)).resolves.toEqual([message]);
  });

  it('keeps the last id, also of a message that only names a place', async () => {
    await expect(messagesOf('id: 7\n\n', 'data: a\n\n')).resolves.toEqual([
      { id: '7', data: '' },
      { id: '7', data: 'a' },
    ]);
  });

  it('drops what a cut leaves unfinished', async () => {
    await expect(messagesOf('data: a\n\nid: 9\ndata: b\n')).resolves.toEqual([{ id: undefined, data: 'a' }]);
    await expect(messagesOf('data: a')).resolves.toEqual([]);
  });
});
