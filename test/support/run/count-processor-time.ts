import { afterAll } from 'vitest';
import { secondsOfChildren } from './seconds-of-children.ts';

declare module 'vitest' {
  export interface TaskMeta {
    /** Seconds of processor time that a file used, with those of the processes that it ended. */
    processorSeconds?: number;
  }
}

const startedAt = secondsUsed();

// Names of fixtures are read from the braces.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, { file }) => {
  file.meta.processorSeconds = secondsUsed() - startedAt;
});

function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + (secondsOfChildren() ?? 0);
}
