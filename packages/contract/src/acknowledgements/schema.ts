import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { PROBLEMS, problemSentence } from '../problems/problem-rows.ts';
import { Actor } from '../schema/actor.ts';
import { instant, instantOrNull, line, nextCursor, oneOf, orNull, textOrNull, titled, uuid } from '../schema/fields.ts';

/** How long an acknowledgement may last. */
export const MOST_ACKNOWLEDGED_DAYS = 30;

const problem = oneOf(PROBLEMS, PROBLEMS.map((code) => `\`${code}\`: ${problemSentence(code)}.`).join(' '));
const MAX_NOTE_LENGTH = 1_000;

export const AcknowledgeRequest = titled('AcknowledgeRequest', {
  siteIds: Type.Array(uuid(), {
    minItems: 1,
    maxItems: LIMITS.maxSitesPerCall,
    description: 'The sites, each once.',
  }),
  problem,
  until: instantOrNull(
    `When the acknowledgement ends: in the future, and at most ${MOST_ACKNOWLEDGED_DAYS} days ahead. null takes it back.`,
  ),
  note: Type.Optional(line(MAX_NOTE_LENGTH, 'For the others, such as who is on the way.')),
});
export type AcknowledgeRequest = Static<typeof AcknowledgeRequest>;

export const Acknowledgement = titled(
  'Acknowledgement',
  {
    siteId: uuid('The site.'),
    problem,
    note: textOrNull('The note given, if any.'),
    actor: orNull(Actor, 'The client or the person that acknowledged it; null if it has been removed since.'),
    createdAt: instant('When it was acknowledged. A problem that begins anew after this is not acknowledged.'),
    until: instant('When the acknowledgement ends.'),
  },
  { description: 'Somebody has seen a problem of a site, and takes care of it.' },
);
export type Acknowledgement = Static<typeof Acknowledgement>;

export const AcknowledgementList = titled('AcknowledgementList', {
  acknowledgements: Type.Array(Acknowledgement, { description: 'Those in force, sorted by `siteId`.' }),
  nextCursor,
});
export type AcknowledgementList = Static<typeof AcknowledgementList>;
