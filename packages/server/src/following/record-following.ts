import { siteRows } from '../sites/site-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';
import { appendEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/write-events.ts';
import { type JudgedEntry, noteFollowing } from './note-following.ts';

const judgingOfSite = readBy('site', ['siteId'], ['version', 'judgedTo', 'judgeAt']);

/** Up to when the entries of a site that have ended are judged, and when that goes on. */
export interface JudgingState {
  readonly version: number;
  readonly judgedTo: number;
  readonly judgeAt: number | null;
}

export async function readJudging(tx: Tx, { siteId }: { siteId: SiteId }): Promise<JudgingState | undefined> {
  return tx.first(judgingOfSite, { siteId });
}

interface RecordFollowingInput {
  readonly siteId: SiteId;
  readonly now: number;
  /** What it was judged by; somebody else's judgement since stops it. */
  readonly follows: JudgingState;
  readonly judgedTo: number;
  readonly judgeAt: number | null;
  readonly latest: readonly JudgedEntry[];
  readonly events: readonly NewEvent[];
}

/** Notes how entries were followed and writes the events of those that were not; nothing twice, even if two try. */
export const recordFollowing = defineWrite({
  name: 'recordFollowing',
  only: 'chosen',
  record: 'not recorded: the clock does it, and events tell it',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, input: RecordFollowingInput): Promise<void> => {
    const { siteId, now, follows, judgedTo, latest, events } = input;
    const state = await readJudging(tx, { siteId });
    if (state === undefined || state.judgedTo !== follows.judgedTo) return;
    // What was set meanwhile may have to be judged sooner: the next step finds out.
    const judgeAt = state.version === follows.version ? input.judgeAt : judgedTo + 1;
    await tx.run(siteRows.noteJudged, { siteId, judgedTo, judgeAt });
    await noteFollowing(tx, { siteId, judged: latest });
    await appendEvents(tx, { siteId, now, events });
  },
});
