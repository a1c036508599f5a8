import type { Command } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import { meaningSpoilers } from './meaning-spoilers.ts';
import { shapeSpoilers } from './shape-spoilers.ts';
import type { Spoiler } from './spoiler.ts';

const spoilers: readonly Spoiler[] = [...meaningSpoilers, ...shapeSpoilers];

/** Breaks one thing in commands that may have been fine. */
export function spoilCommands(source: RandomSource, commands: readonly Command[]): unknown {
  return source.pick(spoilers)(source, commands);
}
