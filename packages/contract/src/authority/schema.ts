import { type Static, Type } from 'typebox';
import { Hold } from '../holds/schema.ts';
import { RoleName } from '../people/schema.ts';
import { PoolSeat } from '../pools/seats/schema.ts';
import { Actor } from '../schema/actor.ts';
import {
  instant,
  instantOrNull,
  integer,
  named,
  oneOf,
  orNull,
  ScopeName,
  text,
  titled,
  used,
  uuid,
} from '../schema/fields.ts';

const since = instantOrNull('Since when; null: not recorded.');
const givenBy = orNull(Actor, 'The client or the person that gave it; null: not recorded.');
const endsAt = instantOrNull('When it ends by itself; null if never.');

const AUTHORITY_LEVELS = ['schedule', 'hold'] as const;

const AuthorityLevel = named(
  'AuthorityLevel',
  AUTHORITY_LEVELS,
  '`schedule`: sets schedules, and holds. `hold`: holds and releases alone.',
);

const AUTHORITY_WAYS = ['site', 'pool', 'all_sites', 'scope'] as const;

const through = oneOf(
  AUTHORITY_WAYS,
  'The scope of the grant: the site, a pool that the site is a member of now, or all sites. `scope`: no grant, but the scope `fleet:admin`, with which a client may hold any site.',
);

const group = Type.Optional(uuid('The group that it was given to; left out where it was given to the caller itself.'));

export const AuthorityGrant = titled(
  'AuthorityGrant',
  {
    can: AuthorityLevel,
    through,
    poolId: Type.Optional(uuid('The pool.')),
    groupId: group,
    role: Type.Optional(used(RoleName, 'The role, where a person or a group has one.')),
    since,
    givenBy,
    endsAt: instantOrNull(
      'When it ends by itself, or when what the provider said of the group is too old to count; null if never.',
    ),
  },
  { description: 'One reason why somebody can command a site.' },
);
export type AuthorityGrant = Static<typeof AuthorityGrant>;

export const AuthorityCaller = titled(
  'AuthorityCaller',
  {
    kind: oneOf(['client', 'person'], 'Whether it is a program or a person.'),
    id: uuid('The client or the person.'),
    name: text('The name.'),
    can: AuthorityLevel,
    scopes: Type.Array(ScopeName, {
      description: 'The uses that tokens of a client allow; for a person, those that the roles named here allow.',
    }),
    sessions: integer('How many sessions of it are open with which it can command.'),
    grants: Type.Array(AuthorityGrant, { description: 'Why. To end it, take each back.' }),
  },
  { description: 'A client or a person that can command a site.' },
);
export type AuthorityCaller = Static<typeof AuthorityCaller>;

export const AuthorityGroup = titled(
  'AuthorityGroup',
  {
    groupId: uuid('The group.'),
    issuer: text('The provider that says who is in it.'),
    groupName: text('The name of the group.'),
    persons: integer('How many persons can command the site because they are in it.'),
    grants: Type.Array(AuthorityGrant),
  },
  { description: 'A group with a role with which its persons can command a site.' },
);
export type AuthorityGroup = Static<typeof AuthorityGroup>;

export const ActingClient = titled(
  'ActingClient',
  {
    clientId: uuid('The client.'),
    clientName: text('The name.'),
    scopes: Type.Array(ScopeName),
    since: instant('When the client was added.'),
    givenBy: orNull(Actor, 'The client or the person that added it; null: not recorded.'),
  },
  { description: 'A client that acts for persons: with the token of one it does what both may.' },
);

export const AuthorityPool = titled(
  'AuthorityPool',
  {
    poolId: uuid('The pool.'),
    poolName: text('The name.'),
    since: instant('Since when the site is a member.'),
    givenBy: orNull(Actor, 'The client or the person that made it a member; null: not recorded.'),
    endsAt,
    seat: orNull(PoolSeat, 'The only sender of signals now; null: the next sender takes the seat.'),
    mayTake: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'The ids of the clients and persons of `callers` that may take the seat, and send signals from it.',
    }),
  },
  { description: 'A pool whose signals are divided among its members, of which the site is one now.' },
);
export type AuthorityPool = Static<typeof AuthorityPool>;

export const AuthorityKey = titled(
  'AuthorityKey',
  {
    keyId: uuid('The key.'),
    since: instant('When it was made.'),
    givenBy: orNull(Actor, 'The client or the person that made it; null: not recorded.'),
    lastUsedAt: instantOrNull('When it was last used, to the minute; null if never.'),
    endsAt,
  },
  { description: 'A key with which a controller takes the commands of the site, and carries them out.' },
);
export type AuthorityKey = Static<typeof AuthorityKey>;

export const SiteAuthority = titled(
  'SiteAuthority',
  {
    siteId: uuid('The site.'),
    siteName: text('The name of the site.'),
    at: instant('The instant of this answer.'),
    callers: Type.Array(AuthorityCaller, { description: 'Sorted by name.' }),
    groups: Type.Array(AuthorityGroup, { description: 'Sorted by name.' }),
    actingClients: Type.Array(ActingClient, {
      description: 'The clients that can do for the persons of `callers` what these may. Sorted by name.',
    }),
    pools: Type.Array(AuthorityPool, { description: 'Sorted by name.' }),
    controllerKeys: Type.Array(AuthorityKey, { description: 'Oldest first.' }),
    holds: Type.Array(Hold, { description: 'The holds in force on the site, with who made them. Oldest first.' }),
  },
  { description: 'Everybody and everything that can command a site now.' },
);
export type SiteAuthority = Static<typeof SiteAuthority>;
