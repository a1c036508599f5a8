import { readFileSync, statSync } from 'node:fs';
import { activeFaults, type Fault } from '../plant/fault.ts';
import type { InterfaceFault } from './fault-kinds.ts';
import { type Faults, NO_FAULTS, parseFaults } from './parse-faults.ts';

/** What goes wrong just now, as a file says. */
export interface WatchedFaults {
  ofSite(site: string): readonly Fault[];
  ofInterface(): readonly InterfaceFault[];
  close(): void;
}

export interface FaultFile {
  readonly path: string;
  /** The sites that it may name. */
  readonly sites: readonly string[];
  readonly now: () => number;
  /** Another text was read: what it asks for, in words. */
  readonly onRead: (text: string) => void;
  /** Another text was read, which is not in force. */
  readonly onProblems: (problems: readonly string[]) => void;
}

const LOOK_EVERY_MS = 250;
const MOST_BYTES = 1024 * 1024;

/** Reads a file of faults, and again whenever it changes; while it has problems, the last good one stays in force. */
export function watchFaults({ path, sites, now, onRead, onProblems }: FaultFile): WatchedFaults {
  let faults: Faults = NO_FAULTS;
  // Null before the first look.
  let known: string | null | undefined = null;

  function look(): void {
    const text = readOrUndefined(path);
    if (text === known) return;
    known = text;
    if (text === undefined) return onProblems([`${path} cannot be read, or is larger than 1 MiB`]);
    const parsed = parseFaults(text, sites);
    if (parsed.kind === 'invalid') return onProblems(parsed.problems);
    faults = parsed.value;
    onRead(wordsOf(faults));
  }
  look();
  // Watched by its times, a file would not be read that changes between the first look and the first of the watch.
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    ofSite(site) {
      const own = faults.ofSites.filter((one) => one.site === undefined || one.site === site);
      return activeFaults(
        own.map(({ fault }) => fault),
        now(),
      );
    },
    ofInterface: () => faults.ofInterface.filter(({ atMs, forMs }) => atMs <= now() && now() < atMs + forMs),
    close: () => clearInterval(looking),
  };
}

function readOrUndefined(path: string): string | undefined {
  try {
    return statSync(path).size > MOST_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function wordsOf({ ofSites, ofInterface }: Faults): string {
  const words = [
    ...ofSites.map(({ site = 'all sites', fault }) => `${fault.kind} at ${site}`),
    ...ofInterface.map(({ kind, path }) => `${kind} for ${path}`),
  ];
  return words.length === 0 ? 'none' : words.join(', ');
}
