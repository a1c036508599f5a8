import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMALL_DISK_BYTES, type SubjectAddress } from '../src/subject.ts';
import {
  activatedKw,
  type FaultyOrder,
  type FaultySchedule,
  orderAfter,
  takeFaultily,
  takenKw,
} from './take-faultily.ts';

type After = (ms: number, act: () => void) => void;
export type FaultyMind = ReturnType<typeof faultyMind>;

// Its queue is full then, and stays so.
const MOST_TAKEN = 50;

/** For tests: what a controller with a fault knows and decides, without its connection. */
export function faultyMind(fault: string, address: SubjectAddress, after: After) {
  const file = join(address.folder, 'schedule.json');
  const now = (): number => Date.now() + Number(readFileSync(address.clockFile, 'utf8'));
  let schedule = fault === 'C19' ? undefined : readKept(file);
  let snapshots = 0;
  let order: FaultyOrder | undefined;
  let stuckKw = 0;

  function keep(payload: Buffer): void {
    if (fault === 'C29') {
      rmSync(file, { force: true });
      after(400, () => writeFileSync(file, payload));
      return;
    }
    writeFileSync(`${file}.new`, payload);
    renameSync(`${file}.new`, file);
  }
  return {
    now,
    schedule: () => schedule,
    powerKw(lostMs = 0): number {
      const kw = takenKw(fault, { schedule, atMs: fault === 'C27' ? Date.now() : now(), lostMs });
      stuckKw = kw ?? stuckKw;
      const isStuck = kw === undefined && (fault === 'C12' || fault === 'C13');
      const shownKw = isStuck ? stuckKw : (kw ?? 0);
      const givenKw = schedule === undefined ? 0 : activatedKw(fault, { schedule, order }, now());
      return (fault === 'C30' ? -shownKw : shownKw) - givenKw;
    },
    isOffered: () => schedule?.offers.includes('orders') === true,
    takeOrder(payload: Buffer): void {
      order = orderAfter(fault, order, payload.toString());
    },
    take(payload: Buffer): 'leaves' | 'stays' {
      const taken = takeFaultily(fault, payload.toString(), schedule);
      if (taken === 'leaves') return 'leaves';
      snapshots += 1;
      const isTooLarge = address.disk === 'small' && payload.length > SMALL_DISK_BYTES;
      if (isTooLarge && fault !== 'C37') return 'stays';
      if (taken === 'keeps' || (fault === 'C15' && snapshots > MOST_TAKEN)) return 'stays';
      schedule = taken;
      if (!isTooLarge) keep(payload);
      return 'stays';
    },
  };
}

function readKept(file: string): FaultySchedule | undefined {
  if (!existsSync(file)) return undefined;
  const taken = takeFaultily('none', readFileSync(file, 'utf8'), undefined);
  return typeof taken === 'string' ? undefined : taken;
}
