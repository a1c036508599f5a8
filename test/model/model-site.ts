import { type Command, isScheduleRequest } from './is-schedule-request.ts';
import { listCommands } from './list-commands.ts';
import { rules } from './rules.ts';
import { type SiteState, applyCommands } from './site-state.ts';

/** `because` is for the reader of a failed comparison; no answer of the service contains it. */
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
    return listCommands(this.#state);
  }
}
