import type { Command } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';

/** Turns commands that may have been fine into a request body that is not. */
export type Spoiler = (source: RandomSource, commands: readonly Command[]) => unknown;
