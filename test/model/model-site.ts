import { type Command, type Entry, isScheduleRequest } from './is-schedule-request.ts';
import { parseInstant } from './parse-instant.ts';
import { rules } from './rules.ts';
import { type SiteState, applyCommands, entriesOf, pairOf } from './site-state.ts';
import { supportedPairs } from './supported-pairs.ts';

/** `because` is for whoever reads a failed comparison; no answer of the service contains it. */
export type PostOutcome =
  | { readonly status: 201; readonly accepted: number }
  | { readonly status: 400; readonly because: string };

/** One site's schedules, written to be obviously right and for nothing else. */
export class ModelSite {
  #state: SiteState = new Map();

  post(body: unknown): PostOutcome {
    if (!isScheduleRequest(body)) return { status: 400, because: 'wrong shape' };
    const { schedules: commands } = structuredClone(body);
    const after = applyCommands(this.#state, commands);
    const broken = rules.find(({ isBroken }) => isBroken({ commands, after }));
    if (broken !== undefined) return { status: 400, because: broken.because };
    this.#state = after;
    return { status: 201, accepted: commands.length };
  }

  get(): readonly Command[] {
    const commands = supportedPairs.map(({ asset, type }) => {
      const entries = entriesOf(this.#state, pairOf({ asset, type }));
      return { asset, type, entries: entries.toSorted((a, b) => startOf(a) - startOf(b)) };
    });
    return structuredClone(commands.filter(({ entries }) => entries.length > 0));
  }
}

function startOf({ startAt }: Entry): number {
  return parseInstant(startAt) ?? Number.NaN;
}
