import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduleSnapshot } from '@setpoint/contract';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScheduleInForce } from './schedule-in-force.ts';
import { keepSnapshotIn } from './snapshot-keeping.ts';

const NOW = Date.UTC(2030, 0, 1, 10);

describe('the schedule that a controller holds', () => {
  let folder: string;
  let path: string;
  let now: number;

  beforeEach(() => {
    folder = testFolder();
    path = join(folder, 'sites', 'snapshot.json');
    now = NOW;
  });

  const hold = (elapsedMs = () => now, keeping = keepSnapshotIn(path)) =>
    createScheduleInForce(keeping, () => now, elapsedMs);

  it('is there again after a power cut', async () => {
    const before = hold();
    expect([before.revision(), before.current()]).toEqual([undefined, null]);
    await before.take(snapshot('a'));
    await before.take(snapshot('b'));
    expect(hold().revision()).toBe('b');
    expect(hold().current()).toEqual(before.current());
    expect(hold().current()?.commands.get('grid/activePowerkW')).toEqual([
      { startMs: NOW, endMs: NOW + 3_600_000, value: 100 },
    ]);
    expect(readdirSync(join(folder, 'sites'))).toEqual(['snapshot.json']);
  });

  it('is not replaced by one that is malformed anywhere', async () => {
    const held = hold();
    await held.take(snapshot('a'));
    const entry = { startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T11:00:00.000Z', value: 1 };
    const grid = { asset: 'grid', type: 'activePowerkW' };
    const malformed: unknown[] = [
      undefined,
      { ...snapshot('b'), revision: '' },
      { ...snapshot('b'), holdSeconds: -1 },
      { ...snapshot('b'), commands: [{ ...grid, entries: [{ ...entry, value: Number.POSITIVE_INFINITY }] }] },
      { ...snapshot('b'), commands: [{ ...grid, entries: [{ ...entry, endAt: entry.startAt }] }] },
      { ...snapshot('b'), commands: [{ ...grid, entries: [{ ...entry, endAt: '2030-01-01T11:00:00' }] }] },
      { ...snapshot('b'), commands: [{ ...grid, entries: [entry, entry] }] },
      { ...snapshot('b'), commands: [...snapshot('b').commands, ...snapshot('b').commands] },
    ];
    for (const document of malformed) await expect(held.take(document)).resolves.toEqual(expect.any(String));
    expect([held.revision(), hold().revision()]).toEqual(['a', 'a']);
  });

  it('leaves out what no site can do, and takes the rest', async () => {
    const held = hold();
    const entry = { startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T11:00:00.000Z', value: 101 };
    const more = [
      { asset: 'wind', type: 'activePowerkW', entries: [entry] },
      { asset: 'bess', type: 'optimalSocPcnt', entries: [entry], vendorNote: 'unknown properties do no harm' },
    ];
    const later = [
      { asset: 'ev', type: 'plugLimitkW', entries: [entry] },
      { asset: 'tide', type: 'activePowerkW', entries: [entry] },
    ];
    expect(await held.take({ ...snapshot('a'), commands: [...snapshot('a').commands, ...more, ...later] })).toBe(
      undefined,
    );
    expect([...(held.current()?.commands.keys() ?? [])]).toEqual(['grid/activePowerkW']);
    expect(held.current()?.rejected.map(({ asset, code }) => [asset, code])).toEqual([
      ['wind', 'unsupported'],
      ['bess', 'out_of_range'],
      ['ev', 'unsupported'],
      ['tide', 'unsupported'],
    ]);
  });

  it('stands however long the service is gone, unless it says how long it may', async () => {
    const held = hold();
    await held.take(snapshot('a'));
    now += 365 * 86_400_000;
    expect(held.current()?.revision).toBe('a');
    await held.take({ ...snapshot('b'), holdSeconds: 60 });
    now += 60_000;
    expect(held.current()?.revision).toBe('b');
    now += 1;
    expect(held.current()).toBeNull();
    await held.noteContact();
    expect(held.current()?.revision).toBe('b');
    now += 59_000;
    expect(hold().current()?.revision).toBe('b');
    now += 2_000;
    expect(hold().current()).toBeNull();
  });

  it('ends when the service is gone for longer than it says, wherever the clock is set meanwhile', async () => {
    let elapsedMs = 0;
    const held = hold(() => elapsedMs);
    await held.take({ ...snapshot('a'), holdSeconds: 60 });
    now += 3_600_000;
    expect(held.current()?.revision).toBe('a');
    now -= 7_200_000;
    elapsedMs = 60_001;
    expect(held.current()).toBeNull();
  });

  it('stays the one before where the disk is full, and is replaced once there is room', async () => {
    let isFull = false;
    const disk = keepSnapshotIn(path);
    const full = () => Promise.reject(new Error('ENOSPC: no space left on device, write'));
    const held = hold(undefined, {
      ...disk,
      keep: (document) => (isFull ? full() : disk.keep(document)),
      noteContact: (atMs) => (isFull ? full() : disk.noteContact(atMs)),
    });
    await held.take(snapshot('a'));
    isFull = true;
    await expect(held.take(snapshot('b'))).resolves.toMatch(/cannot be kept on disk: ENOSPC/);
    await held.noteContact();
    expect([held.revision(), held.current()?.revision, hold().revision()]).toEqual(['a', 'a', 'a']);
    const message = 'The schedule cannot be kept on disk: ENOSPC: no space left on device, write';
    expect(held.troubles()).toEqual([{ code: 'disk_full', message }]);
    isFull = false;
    await expect(held.take(snapshot('b'))).resolves.toBe(undefined);
    expect(held.troubles()).toEqual([]);
    expect([held.revision(), hold().revision()]).toEqual(['b', 'b']);
  });

  it('leaves nothing behind of a snapshot that could not be kept', async () => {
    await hold().take(snapshot('a'));
    const inTheWay = join(folder, 'taken');
    mkdirSync(join(inTheWay, 'snapshot.json'), { recursive: true });
    const other = hold(undefined, { ...keepSnapshotIn(join(inTheWay, 'snapshot.json')), read: () => undefined });
    await expect(other.take(snapshot('b'))).resolves.toMatch(/cannot be kept/);
    expect(readdirSync(inTheWay)).toEqual(['snapshot.json']);
  });

  it('is none where what was kept is torn', async () => {
    await hold().take(snapshot('a'));
    writeFileSync(path, '{"revision":"a","iss');
    expect(hold().current()).toBeNull();
  });
});

function snapshot(revision: string): ScheduleSnapshot {
  const entry = { startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T11:00:00.000Z', value: 100 };
  return {
    revision,
    issuedAt: '2030-01-01T09:00:00.000Z',
    holdSeconds: null,
    commands: [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }],
  };
}
