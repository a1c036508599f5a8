import { type ControllerTalk, createControllerTalk } from './controller-talk.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { demand } from './finding.ts';
import { newGatewayScript } from './gateway/gateway-script.ts';
import { type GatewayDoor, openScriptedGateway, type ScriptedGateway } from './gateway/open-scripted-gateway.ts';
import type { DiskSize, RunningSubject, Subject, SubjectAddress } from './subject.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Profile = 'battery' | 'base';

export interface StageSettings {
  readonly door: GatewayDoor;
  readonly profile: Profile;
  readonly subject: Subject;
  /** How many times faster than usual the controller waits. */
  readonly pace: number;
  /** What every limit is longer by, on a machine that is busy. */
  readonly slackMs: number;
  /** How often a check kills the controller that is killed again and again. */
  readonly kills: number;
}

/** One site with its service, scripted, and its controller. */
export interface Stage extends Omit<StageSettings, 'door' | 'subject'>, ControllerTalk {
  readonly binding: GatewayDoor['binding'];
  readonly siteId: string;
  readonly isAutomatic: boolean;
  readonly evidence: Evidence;
  readonly gateway: Pick<ScriptedGateway, 'script' | 'cut' | 'order' | 'repeatLast'>;
  readonly life: Pick<ControllerLife, 'start' | 'kill' | 'stop' | 'setClock' | 'isOver'>;
  /** The time that the protocol gives for something, at this pace. */
  readonly protocolMs: (ms: number) => number;
  /** The time within which a controller reacts. */
  readonly reactMs: (ms?: number) => number;
  /** Starts the controller, unless it was started before. */
  firstStart(): Promise<void>;
  /** Resolves once the controller runs and applies what it is sent; starts it anew if it does not. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const REACT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
const START_MS = 8_000;

export async function openStage(settings: StageSettings): Promise<Stage> {
  const { door, subject, pace, slackMs } = settings;
  const evidence = createEvidence();
  const gateway = await openScriptedGateway(door, evidence);
  const { siteId, controllerKey, port } = gateway;
  const isEncrypted = door.certificate !== undefined;
  const address = { binding: door.binding, host: door.host, port, isEncrypted, siteId, controllerKey, pace };
  const life = createControllerLife(subject, address, evidence);
  const protocolMs = (ms: number): number => ms / pace + slackMs;
  const reactMs = (ms = REACT_MS): number => ms + slackMs;
  const talk = createControllerTalk({ evidence, gateway, reactMs });
  let isFirst = true;

  async function firstStart(): Promise<void> {
    if (isFirst) await life.start();
    isFirst = false;
  }
  // Whatever it was doing, it then has what it is sent.
  const isInTouch = (): Promise<boolean> =>
    talk.isApplied(talk.send({ commands: [] }), reactMs(START_MS) + LONGEST_WAIT_MS / pace);

  async function ready(): Promise<void> {
    await firstStart();
    Object.assign(gateway.script, newGatewayScript());
    gateway.order({ kW: 0, sequence: Date.now(), validUntil: Date.now() });
    life.setClock(0);
    if (life.isOver()) await life.start();
    if (await isInTouch()) return;
    evidence.note('it does not apply what it is sent: it is started anew, with an empty disk');
    await life.kill();
    life.giveEmptyDisk();
    await life.start();
    demand(await isInTouch(), 'started with an empty disk, it did not apply an empty schedule');
  }

  return {
    ...settings,
    ...talk,
    binding: door.binding,
    siteId,
    isAutomatic: subject.isAutomatic,
    evidence,
    gateway,
    life,
    protocolMs,
    reactMs,
    firstStart,
    ready,
    async close() {
      await life.end();
      await gateway.close();
    },
  };
}

/** The controller of a stage, from one power cut to the next. */
interface ControllerLife {
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

function createControllerLife(
  subject: Subject,
  address: Omit<SubjectAddress, 'folder' | 'clockFile' | 'disk'>,
  evidence: Evidence,
): ControllerLife {
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
