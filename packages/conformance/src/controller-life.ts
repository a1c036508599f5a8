import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from './evidence.ts';
import type { DiskSize, RunningSubject, Subject, SubjectAddress } from './subject.ts';

/** The controller of a stage, from one power cut to the next. */
export interface ControllerLife {
  readonly clockFile: string;
  /** On a large disk, unless it is to be full soon. */
  start(disk?: DiskSize): Promise<void>;
  kill(): Promise<void>;
  /** As a service manager does; resolves with whether it ended in time. */
  stop(withinMs: number): Promise<boolean>;
  isOver(): boolean;
  /** What it keeps from now on, it keeps somewhere else. */
  giveEmptyDisk(): void;
  setClock(offsetMs: number): void;
  end(): Promise<void>;
}

export interface ControllerLiving {
  readonly subject: Subject;
  readonly address: Omit<SubjectAddress, 'folder' | 'clockFile' | 'disk'>;
  readonly evidence: Evidence;
}

export function createControllerLife({ subject, address, evidence }: ControllerLiving): ControllerLife {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-conformance-'));
  const clockFile = join(folder, 'clock');
  let disks = 0;
  let disk = '';
  let running: RunningSubject | undefined;
  const onOutput = (line: string): void => evidence.note(`│ ${line}`, { kind: 'output' });

  async function kill(): Promise<void> {
    await running?.kill();
    evidence.note('the controller was killed');
    running = undefined;
  }
  function giveEmptyDisk(): void {
    disks += 1;
    disk = join(folder, `controller-${disks}`);
    mkdirSync(disk);
  }
  const setClock = (offsetMs: number): void => writeFileSync(clockFile, String(offsetMs));
  giveEmptyDisk();
  setClock(0);
  return {
    clockFile,
    async start(size = 'large') {
      evidence.note(`the controller is started${size === 'small' ? ', with little room on its disk' : ''}`);
      running = await subject.start({ ...address, folder: disk, clockFile, disk: size }, onOutput);
    },
    kill,
    stop: async (withinMs) => running?.stop(withinMs) ?? true,
    isOver: () => running?.isOver() ?? true,
    giveEmptyDisk,
    setClock,
    async end() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
