import type { WatchedFaults } from '@setpoint/controller';
import { badConfig } from '../shell/bad-config.ts';
import { type FrontDoor, startFrontDoor } from './start-front-door.ts';

/** A file of faults in force. */
export interface OpenFaults extends Pick<WatchedFaults, 'ofSite'> {
  /** Opens the way on which those of the interface are met; port 0 is any free one. */
  openDoor(port: number): Promise<FrontDoor>;
  close(): Promise<void>;
}

export interface FaultsAsked {
  readonly path: string;
  /** The names that the file may say. */
  readonly sites: readonly string[];
  readonly writeError: (text: string) => void;
}

/** Follows a file of faults, and tells of each change; a file that is bad from the start is an error. */
export async function openFaults({ path, sites, writeError }: FaultsAsked): Promise<OpenFaults> {
  const { watchFaults } = await import('@setpoint/controller');
  let tell = (problems: readonly string[]): void => {
    throw badConfig(`Nothing was started. Fix ${path}:`, problems);
  };
  const faults = watchFaults({
    path,
    sites,
    now: Date.now,
    onRead: (text) => writeError(`Faults now: ${text}.\n`),
    onProblems: (problems) => tell(problems),
  });
  tell = (problems) => {
    const lines = problems.map((problem) => `  ${problem}\n`).join('');
    writeError(`${path} was not taken, and the faults before stay:\n${lines}`);
  };
  const doors: FrontDoor[] = [];
  return {
    ofSite: (site) => faults.ofSite(site),
    async openDoor(port) {
      const door = await startFrontDoor({ port, faults: () => faults.ofInterface(), random: Math.random });
      doors.push(door);
      return door;
    },
    async close() {
      faults.close();
      await Promise.all(doors.map((door) => door.close()));
    },
  };
}
