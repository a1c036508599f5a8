import { drawCommands } from './draw-commands.ts';
import type { Command } from './is-schedule-request.ts';
import { malformedTexts } from './malformed-texts.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { spoilCommands } from './spoil-commands.ts';

/** `text` is what goes over the wire, `body` what it means; a malformed text means undefined. */
export type Batch = { readonly text: string; readonly body: unknown };

export class RandomBatches {
  readonly #source: RandomSource;

  constructor(seed: number) {
    this.#source = new RandomSource(seed);
  }

  /** Repeatable only together with `current`, which the batch builds on. */
  next(current: readonly Command[]): Batch {
    if (this.#source.chance(0.03)) {
      return { text: this.#source.pick(malformedTexts), body: undefined };
    }
    const commands = drawCommands(this.#source, current);
    const isSpoiled = this.#source.chance(0.27);
    const drawn = isSpoiled ? spoilCommands(this.#source, commands) : { schedules: commands };
    const text = this.#write(drawn);
    return { text, body: JSON.parse(text) };
  }

  #write(drawn: unknown): string {
    const text = JSON.stringify(drawn, null, this.#source.chance(0.1) ? 2 : 0);
    return this.#source.chance(0.05) ? text.replaceAll('grid', '\\u0067rid') : text;
  }
}
