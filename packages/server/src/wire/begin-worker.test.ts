import { expect, it } from 'vitest';
import { beginWorker } from './begin-worker.ts';

it('tells that a thread has failed also to whoever asks afterwards', async () => {
  const { worker, failed } = beginWorker(new URL('data:text/javascript,throw new Error("no code")'), {});
  await new Promise((resolve) => worker.once('exit', resolve));
  await expect(failed).rejects.toThrow('no code');
});
