import { Type, type Static } from 'typebox';
import { TROUBLE_CODES } from '../delivery/schema.ts';
import { LIMITS } from '../limits.ts';
import { ISSUE_CODES } from '../plan/schema.ts';
import { Actor } from '../schema/actor.ts';
import { instant, instantOrNull, line, nextCursor, oneOf, orNull, textOrNull, titled, uuid } from '../schema/fields.ts';

/** How long an acknowledgement may last. */
export const MOST_ACKNOWLEDGED_DAYS = 30;

/** What a site can need attention for. A hold is meant, and is no problem. */
export const PROBLEMS = [
  'unreachable',
  'offline',
  'behind',
  'never',
  'rejected',
  'limited',
  'deviating',
  ...TROUBLE_CODES.map((code) => `trouble:${code}` as const),
  ...ISSUE_CODES.filter((code) => code !== 'held').map((code) => `issue:${code}` as const),
] as const;
export type Problem = (typeof PROBLEMS)[number];

const problem = oneOf(
  PROBLEMS,
  '`offline`: the controller is not heard from. `unreachable`: offline, and it has not received what is set. `behind`: online, and it has not applied what is set. `never`: it has never reported. `rejected`: it rejects commands. `limited`: it serves commands in part only. `deviating`: a setpoint or a limit was not followed. `trouble:CODE`: a trouble of the site. `issue:CODE`: an issue in its plan.',
);
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
