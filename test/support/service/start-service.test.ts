import { expect, it } from 'vitest';
import { startService } from './start-service.ts';
import { makeTempDir } from './temp-dir.ts';

it('a service ends when the test that started it is given up, and starts no more', async () => {
  await using folder = await makeTempDir();
  const test = new AbortController();
  const service = await startService({ dataDir: folder.path, signal: test.signal });
  test.abort();
  await expect(service.ended).resolves.toEqual({ code: null, signal: 'SIGKILL' });
  expect(() => process.kill(service.pid, 0)).toThrow('ESRCH');
  await expect(startService({ dataDir: folder.path, signal: test.signal })).rejects.toThrow(
    /ended before it was ready/,
  );
});
