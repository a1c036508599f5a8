import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BackupKeeping, keepBackups, type MadeBackup } from './keep-backups.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { testFolder } from '../../testing/test-folder.ts';

const NOON = Date.UTC(2026, 2, 29, 12);
const HOUR_MS = 3_600_000;

describe('backups that are made by themselves', () => {
  const its = inEachTest(() => {
    vi.useFakeTimers();
    return {
      folder: join(testFolder(), 'backups'),
      now: NOON,
      isChosen: true,
      failure: undefined as Error | undefined,
      made: [] as MadeBackup[],
      failures: [] as unknown[],
    };
  });
  afterEach(() => void vi.useRealTimers());

  const makeBackup = async (file: string) => {
    if (its.failure !== undefined) throw its.failure;
    writeFileSync(file, 'a backup');
    return Promise.resolve({ sites: 1, rows: 2 });
  };
  const keep = (options: Partial<BackupKeeping> = {}) =>
    keepBackups({
      folder: its.folder,
      everyMs: HOUR_MS,
      kept: 2,
      now: () => its.now,
      isChosen: () => its.isChosen,
      makeBackup,
      onMade: (one) => its.made.push(one),
      onFailure: (cause) => its.failures.push(cause),
      ...options,
    });
  const pass = async (ms: number) => {
    its.now += ms;
    await vi.advanceTimersByTimeAsync(1_000);
  };

  it('come as often beside one of the future, which is one of a clock that was wrong, and takes no place', async () => {
    mkdirSync(its.folder);
    writeFileSync(join(its.folder, 'setpoint-20990101T000000Z.backup'), '');
    const keeping = keep();
    await pass(0);
    for (const step of [1_000, HOUR_MS - 1_000, HOUR_MS]) await pass(step);
    await keeping.stop();
    expect(readdirSync(its.folder).toSorted()).toEqual([
      'setpoint-20260329T130000Z.backup',
      'setpoint-20260329T140000Z.backup',
      'setpoint-20990101T000000Z.backup',
    ]);
    expect([its.made.length, keeping.lastGoodAt()]).toEqual([3, NOON + 2 * HOUR_MS]);
  });

  it('come at once, then as often as is set, and the oldest go; nothing else in the folder is touched', async () => {
    mkdirSync(its.folder);
    writeFileSync(join(its.folder, 'setpoint-my-own.backup'), '');
    writeFileSync(join(its.folder, 'setpoint-20260329T110000Z.backup.17.tmp'), 'of a process that was killed');
    const keeping = keep();
    await pass(0);
    for (const step of [HOUR_MS - 1, 1, HOUR_MS, HOUR_MS]) await pass(step);
    await keeping.stop();
    expect(readdirSync(its.folder).toSorted()).toEqual([
      'setpoint-20260329T140000Z.backup',
      'setpoint-20260329T150000Z.backup',
      'setpoint-my-own.backup',
    ]);
    expect(its.made.map(({ removed }) => removed.length)).toEqual([0, 0, 1, 1]);
    expect(keeping.lastGoodAt()).toBe(NOON + 3 * HOUR_MS);
  });

  it('go on where an earlier process stopped', async () => {
    await keep().stop();
    its.now += HOUR_MS / 2;
    const keeping = keep();
    await pass(0);
    expect(its.made).toHaveLength(1);
    await pass(HOUR_MS / 2);
    expect(its.made).toHaveLength(2);
    await keeping.stop();
  });

  it('stay when a new one fails, which is tried again after a minute', async () => {
    const keeping = keep();
    await pass(0);
    its.failure = new Error('the disk is full');
    await pass(HOUR_MS);
    await pass(59_000);
    expect([readdirSync(its.folder), its.failures]).toEqual([['setpoint-20260329T120000Z.backup'], [its.failure]]);
    its.failure = undefined;
    await pass(1_000);
    expect([its.made.length, keeping.lastGoodAt()]).toEqual([2, NOON + HOUR_MS + 60_000]);
    await keeping.stop();
  });

  it('are as old as they were while the folder cannot be read', async () => {
    const keeping = keep();
    await pass(0);
    rmSync(its.folder, { recursive: true });
    writeFileSync(its.folder, 'a file in the place of the folder');
    await pass(HOUR_MS);
    expect([keeping.lastGoodAt(), its.failures]).toEqual([NOON, [expect.objectContaining({ code: 'ENOTDIR' })]]);
    await keeping.stop();
  });

  it('are made by the chosen node alone', async () => {
    its.isChosen = false;
    const keeping = keep();
    await pass(HOUR_MS);
    expect([its.made, keeping.lastGoodAt()]).toEqual([[], undefined]);
    its.isChosen = true;
    await pass(0);
    expect(its.made).toHaveLength(1);
    await keeping.stop();
  });
});
