import { Type, type Static } from 'typebox';
import { ASSETS } from '../schema/catalogue.ts';
import { boolean, instant, integer, nextCursor, oneOf, text, textOrNull, titled, uuid } from '../schema/fields.ts';

/** What a hold covers: all sites, a site, an asset of a site, or all that one client set. */
const covered = {
  allSites: Type.Optional(Type.Literal(true)),
  siteId: Type.Optional(uuid()),
  asset: Type.Optional(oneOf(ASSETS, 'Of the site; all of it when left out.')),
  clientId: Type.Optional(uuid()),
};

const MAX_REASON_LENGTH = 1_000;

export const MakeHoldRequest = titled(
  'MakeHoldRequest',
  { ...covered, reason: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH })) },
  { description: 'Names one of allSites, siteId and clientId.' },
);
export type MakeHoldRequest = Static<typeof MakeHoldRequest>;

const HOLD_STATES = ['applying', 'applied', 'releasing', 'released'] as const;
export type HoldStateName = (typeof HOLD_STATES)[number];

const holdFields = {
  holdId: uuid(),
  ...covered,
  reason: textOrNull('As it was given.'),
  madeBy: uuid('The client that made it.'),
  isOperators: boolean('Whether an operator made it: then only operators and its maker end it.'),
  createdAt: instant(),
  releasedAt: textOrNull('When it was let go.'),
  state: oneOf(HOLD_STATES, 'Many sites are held, and released, in steps: applying and releasing are on their way.'),
};

export const Hold = titled('Hold', holdFields);
export type Hold = Static<typeof Hold>;

export const HoldList = titled('HoldList', {
  holds: Type.Array(Hold),
  nextCursor,
});
export type HoldList = Static<typeof HoldList>;

export const HELD_SITE_STATES = ['confirmed', 'waiting', 'not_stopped'] as const;
export type HeldSiteStateName = (typeof HELD_SITE_STATES)[number];

export const HeldSite = titled('HeldSite', {
  siteId: uuid(),
  siteName: text(),
  state: oneOf(
    HELD_SITE_STATES,
    'confirmed: its controller reported the schedule without what is held. waiting: online, not reported yet. not_stopped: it cannot be reached, and may be carrying on.',
  ),
  reportedAt: textOrNull('When its last report came.'),
});
export type HeldSite = Static<typeof HeldSite>;

export const HoldCounts = titled('HoldCounts', {
  sites: integer('Held so far.'),
  confirmed: integer(),
  waiting: integer(),
  notStopped: integer('Held here, but their controllers cannot be reached.'),
  remaining: integer('While it is applying or releasing: sites not looked at yet.'),
});
export type HoldCounts = Static<typeof HoldCounts>;

export const HoldStatus = titled(
  'HoldStatus',
  {
    ...holdFields,
    counts: HoldCounts,
    sites: Type.Array(HeldSite, { description: 'One page, by siteId.' }),
    nextCursor,
  },
  { description: 'A hold, and how far it has come.' },
);
export type HoldStatus = Static<typeof HoldStatus>;
