import { afterEach, expect, it, vi } from 'vitest';
import { whileCopying } from './while-copying.ts';

afterEach(() => void vi.restoreAllMocks());

it('work that leaves the event loop no time shows how far it is all the same, once a second', async () => {
  const shown: string[] = [];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  await whileCopying({ progress: (line) => void shown.push(line) }, 'Copying', async (onProgress) => {
    clock.mockReturnValue(900);
    onProgress({ table: 'batch', rows: 500 });
    clock.mockReturnValue(1_100);
    onProgress({ table: 'batch', rows: 1_000 });
    clock.mockReturnValue(1_500);
    onProgress({ table: 'event', rows: 1 });
    clock.mockReturnValue(2_300);
    onProgress({ table: 'event', rows: 2 });
  });
  expect(shown).toEqual(['Copying ...', 'Copying: batch, 1000 rows (1 s)', 'Copying: event, 2 rows (2 s)', '']);
});
