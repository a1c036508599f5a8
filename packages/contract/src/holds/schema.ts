import { Type, type Static } from 'typebox';
import { ASSETS } from '../schema/catalogue.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time' });
const orNull = <Value>(type: string, description: string) =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], description });

/** What a hold covers: all sites, a site, an asset of a site, or all that one client set. */
const covered = {
  allSites: Type.Optional(Type.Literal(true)),
  siteId: Type.Optional(uuid),
  asset: Type.Optional(Type.Enum([...ASSETS], { description: 'Of the site; all of it when left out.' })),
  clientId: Type.Optional(uuid),
};

const MAX_REASON_LENGTH = 1_000;

export const MakeHoldRequest = Type.Object(
  { ...covered, reason: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH })) },
  { ...strict, title: 'MakeHoldRequest', description: 'Names one of allSites, siteId and clientId.' },
);
export type MakeHoldRequest = Static<typeof MakeHoldRequest>;

const HOLD_STATES = ['applying', 'applied', 'releasing', 'released'] as const;
export type HoldStateName = (typeof HOLD_STATES)[number];

const holdFields = {
  holdId: uuid,
  ...covered,
  reason: orNull<string>('string', 'As it was given.'),
  madeBy: Type.String({ format: 'uuid', description: 'The client that made it.' }),
  isOperators: Type.Boolean({ description: 'Whether an operator made it: then only operators and its maker end it.' }),
  createdAt: instant,
  releasedAt: orNull<string>('string', 'When it was let go.'),
  state: Type.Enum([...HOLD_STATES], {
    description: 'Many sites are held, and released, in steps: applying and releasing are on their way.',
  }),
};

export const Hold = Type.Object(holdFields, { ...strict, title: 'Hold' });
export type Hold = Static<typeof Hold>;

export const HoldList = Type.Object(
  {
    holds: Type.Array(Hold),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null on the last page.' }),
  },
  { ...strict, title: 'HoldList' },
);
export type HoldList = Static<typeof HoldList>;

export const HELD_SITE_STATES = ['confirmed', 'waiting', 'not_stopped'] as const;
export type HeldSiteStateName = (typeof HELD_SITE_STATES)[number];

export const HeldSite = Type.Object(
  {
    siteId: uuid,
    siteName: Type.String(),
    state: Type.Enum([...HELD_SITE_STATES], {
      description:
        'confirmed: its controller reported the schedule without what is held. waiting: online, not reported yet. not_stopped: it cannot be reached, and may be carrying on.',
    }),
    reportedAt: orNull<string>('string', 'When its last report came.'),
  },
  { ...strict, title: 'HeldSite' },
);
export type HeldSite = Static<typeof HeldSite>;

export const HoldCounts = Type.Object(
  {
    sites: Type.Integer({ description: 'Held so far.' }),
    confirmed: Type.Integer(),
    waiting: Type.Integer(),
    notStopped: Type.Integer({ description: 'Held here, but their controllers cannot be reached.' }),
    remaining: Type.Integer({ description: 'While it is applying or releasing: sites not looked at yet.' }),
  },
  { ...strict, title: 'HoldCounts' },
);
export type HoldCounts = Static<typeof HoldCounts>;

export const HoldStatus = Type.Object(
  {
    ...holdFields,
    counts: HoldCounts,
    sites: Type.Array(HeldSite, { description: 'One page, by siteId.' }),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null on the last page.' }),
  },
  { ...strict, title: 'HoldStatus', description: 'A hold, and how far it has come.' },
);
export type HoldStatus = Static<typeof HoldStatus>;
