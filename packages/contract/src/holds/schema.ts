import { Type, type Static } from 'typebox';
import {
  AssetName,
  boolean,
  DOCUMENTED,
  exactlyOneOf,
  instant,
  integer,
  line,
  named,
  nextCursor,
  onlyTrue,
  orNull,
  text,
  textOrNull,
  titled,
  used,
  uuid,
  withField,
} from '../schema/fields.ts';
import { Actor } from '../schema/actor.ts';

/** What a hold covers: all sites, a site, the members of a pool, an asset of those, or all that one client set. */
const covered = {
  allSites: Type.Optional(onlyTrue('`true`: the hold covers all sites.')),
  siteId: Type.Optional(uuid('The site.')),
  poolId: Type.Optional(
    uuid('The pool: the sites that are its members when the hold is made, and those that join while it is open.'),
  ),
  asset: Type.Optional(used(AssetName, 'An asset of the site, or of each member; all of it if left out.')),
  clientId: Type.Optional(uuid('The client.')),
};

const MAX_REASON_LENGTH = 1_000;

export const MakeHoldRequest = titled(
  'MakeHoldRequest',
  {
    ...covered,
    reason: Type.Optional(line(MAX_REASON_LENGTH, 'Why, for people.')),
  },
  {
    description:
      'Must have exactly one of `allSites`, `siteId`, `poolId` and `clientId`; `asset` only with `siteId` or `poolId`.',
    [DOCUMENTED]: {
      ...exactlyOneOf(['allSites', 'siteId', 'poolId', 'clientId']),
      dependentSchemas: { asset: { anyOf: [withField('siteId'), withField('poolId')] } },
    },
  },
);
export type MakeHoldRequest = Static<typeof MakeHoldRequest>;

const HOLD_STATES = ['applying', 'applied', 'releasing', 'released'] as const;
export type HoldStateName = (typeof HOLD_STATES)[number];

const holdFields = {
  holdId: uuid('The hold.'),
  ...covered,
  reason: textOrNull('The reason given, if any.'),
  madeBy: uuid('The client or the person that made the hold.'),
  actor: orNull(Actor, 'The client or the person that made it. null if it has been removed since.'),
  releasedBy: orNull(
    Actor,
    'The client or the person that released it; null while it is open, or if it has been removed since.',
  ),
  isOperators: boolean(
    'Whether an operator made the hold. Then only operators and the client that made it can release it.',
  ),
  createdAt: instant('When it was made.'),
  releasedAt: textOrNull('When the hold was released; null while it is open.'),
  state: named(
    'HoldState',
    HOLD_STATES,
    '`applying` and `releasing`: under way, because many sites are held or released in steps. `applied` and `released`: done on every site.',
  ),
};

export const Hold = titled('Hold', holdFields);
export type Hold = Static<typeof Hold>;

export const HoldList = titled('HoldList', {
  holds: Type.Array(Hold, { description: 'Oldest first.' }),
  nextCursor,
});
export type HoldList = Static<typeof HoldList>;

export const HELD_SITE_STATES = ['confirmed', 'waiting', 'not_stopped'] as const;
export type HeldSiteStateName = (typeof HELD_SITE_STATES)[number];

export const HeldSiteState = named(
  'HeldSiteState',
  HELD_SITE_STATES,
  '`confirmed`: the controller has applied the schedule without the held commands. `waiting`: online, but not confirmed yet. `not_stopped`: cannot be reached, and may be carrying on.',
);

export const HeldSite = titled('HeldSite', {
  siteId: uuid('The site.'),
  siteName: text('The name of the site.'),
  state: HeldSiteState,
  reportedAt: textOrNull('When the last report arrived; null if none has.'),
});
export type HeldSite = Static<typeof HeldSite>;

export const HoldCounts = titled('HoldCounts', {
  sites: integer('The number of sites held so far.'),
  confirmed: integer('The number of sites that are `confirmed`.'),
  waiting: integer('The number of sites that are `waiting`.'),
  notStopped: integer('The number of sites whose controllers cannot be reached.'),
  remaining: integer('While the hold is applying or releasing: the number of sites still to come.'),
});
export type HoldCounts = Static<typeof HoldCounts>;

export const HoldStatus = titled(
  'HoldStatus',
  {
    ...holdFields,
    counts: HoldCounts,
    sites: Type.Array(HeldSite, { description: 'One page of sites, sorted by `siteId`.' }),
    nextCursor,
  },
  { description: 'A hold, and how far it has come.' },
);
export type HoldStatus = Static<typeof HoldStatus>;
