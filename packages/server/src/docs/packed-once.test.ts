import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedOnce } from './packed-once.ts';

it('a document is written and compressed once, however many ask for it', async () => {
  let written = 0;
  const document = packedOnce(() => `written ${(written += 1)} times`, 'text/plain');
  const zipped = new Set<Buffer | undefined>();
  for (let asked = 0; asked < 50; asked += 1) zipped.add(await document().compressed.get('gzip')?.());
  expect([written, zipped.size]).toEqual([1, 1]);
  expect(gunzipSync([...zipped][0] ?? '').toString()).toBe('written 1 times');
});
