import type { Binding } from './gateway/open-scripted-gateway.ts';

/** What a controller needs to connect. */
export interface SubjectAddress {
  readonly binding: Binding;
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly siteId: string;
  readonly controllerKey: string;
  /** How many times faster than usual the waits of the protocol are to be. */
  readonly pace: number;
  /** Kept from one start to the next, as the disk of a controller is. */
  readonly folder: string;
  /** A file with the milliseconds to add to the controller's clock. */
  readonly clockFile: string;
  readonly disk: DiskSize;
}

/** On a small one, no file grows beyond `SMALL_DISK_BYTES`. */
export type DiskSize = 'large' | 'small';
export const SMALL_DISK_BYTES = 65_536;

/** A controller that runs. */
export interface RunningSubject {
  /** As a power cut does. */
  kill(): Promise<void>;
  /** As a service manager does; resolves with whether it ended in time. */
  stop(withinMs: number): Promise<boolean>;
  isOver(): boolean;
}

/** The controller under test. */
export interface Subject {
  /** Whether it can be killed many times in a row. */
  readonly isAutomatic: boolean;
  start(address: SubjectAddress, onOutput: (line: string) => void): Promise<RunningSubject>;
}
