import type { WatchedFaults } from '@setpoint/controller';
import { badConfig } from '../shell/bad-config.ts';
import { type FrontDoor, type OwnAnswers, startFrontDoor } from './start-front-door.ts';

/** The faults in force. */
export interface OpenFaults extends Pick<WatchedFaults, 'ofSite'> {
  /** Opens the way on which those of the interface are met; port 0 is any free one. */
  openDoor(port: number, own?: OwnAnswers): Promise<FrontDoor>;
  close(): Promise<void>;
}

export interface FaultsAsked {
  /** undefined: without a file nothing goes wrong. */
  readonly path: string | undefined;
  /** The names that the file may say. */
  readonly sites: readonly string[];
  readonly writeError: (text: string) => void;
}

/** Follows a file of faults, and tells of each change; a file that is bad from the start is an error. */
export async function openFaults(asked: FaultsAsked): Promise<OpenFaults> {
  const { path } = asked;
  const faults = path === undefined ? NONE : await watchFile({ ...asked, path });
  const doors: FrontDoor[] = [];
  return {
    ofSite: (site) => faults.ofSite(site),
    async openDoor(port, own) {
      const door = await startFrontDoor({ port, faults: () => faults.ofInterface(), random: Math.random, own });
      doors.push(door);
      return door;
    },
    async close() {
      faults.close();
      await Promise.all(doors.map((door) => door.close()));
    },
  };
}

const NONE: WatchedFaults = { ofSite: () => [], ofInterface: () => [], close: () => undefined };

async function watchFile({ path, sites, writeError }: FaultsAsked & { readonly path: string }): Promise<WatchedFaults> {
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
  return faults;
}
