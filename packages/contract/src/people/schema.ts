import { type Static, Type } from 'typebox';
import {
  boolean,
  DOCUMENTED,
  exactlyOneOf,
  instant,
  instantOrNull,
  integer,
  line,
  named,
  nextCursor,
  oneOf,
  onlyTrue,
  ScopeName,
  text,
  textOrNull,
  titled,
  uuid,
} from '../schema/fields.ts';
import { ROLE_TABLE, ROLES } from './role.ts';

const bounded = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const issuer = bounded(2_000, 'The `iss` claim of the provider that says who this is.');
const subject = bounded(255, 'The `sub` claim: who this is at the provider.');
const groupName = line(255, 'The name of the group, as the provider claims it.');
const personName = line(200, 'The name of the person.');

export const RoleName = named(
  'Role',
  ROLES,
  `The role of a person or a group. ${ROLES.map((role) => `\`${role}\` ${ROLE_TABLE[role].is}.`).join(' ')}`,
);

export const GivenRole = titled(
  'GivenRole',
  {
    role: RoleName,
    siteId: Type.Optional(uuid('The site.')),
    poolId: Type.Optional(uuid('The pool: the role is for it, and for the sites that are its members at the time.')),
    allSites: Type.Optional(onlyTrue('`true`: the role is for all sites. `operator` and `auditor` are for no less.')),
    endsAt: Type.Optional(instant('When the role expires; leave it out for no expiry.')),
  },
  {
    description: 'Must have exactly one of `siteId`, `poolId` and `allSites`.',
    [DOCUMENTED]: exactlyOneOf(['siteId', 'poolId', 'allSites']),
  },
);
export type GivenRole = Static<typeof GivenRole>;

export const Person = titled('Person', {
  personId: uuid('The person.'),
  issuer,
  subject,
  personName,
  email: textOrNull('As the provider claims it; null if it does not.'),
  isEmailVerified: boolean('Whether the provider says that the address is theirs.'),
  isEnabled: boolean('Whether the person may sign in.'),
  roles: Type.Array(GivenRole, { description: 'The roles of the person alone; those of groups come on top.' }),
  groups: Type.Array(text(), { description: 'The groups that the provider claims, while the claim is valid.' }),
  signedInAt: instantOrNull('When the person last signed in; null if never.'),
  createdAt: instant('When it was made.'),
});
export type Person = Static<typeof Person>;

export const PersonList = titled('PersonList', { persons: Type.Array(Person), nextCursor });
export type PersonList = Static<typeof PersonList>;

export const AddPersonRequest = titled('AddPersonRequest', { issuer, subject, personName });
export type AddPersonRequest = Static<typeof AddPersonRequest>;

export const ChangePersonRequest = titled('ChangePersonRequest', {
  isEnabled: boolean('Whether the person may sign in.'),
});
export type ChangePersonRequest = Static<typeof ChangePersonRequest>;

export const Group = titled('Group', {
  groupId: uuid('The group.'),
  issuer,
  groupName,
  roles: Type.Array(GivenRole),
  persons: integer('How many persons are in it now.'),
  createdAt: instant('When it was made.'),
});
export type Group = Static<typeof Group>;

export const GroupList = titled('GroupList', { groups: Type.Array(Group), nextCursor });
export type GroupList = Static<typeof GroupList>;

export const AddGroupRequest = titled('AddGroupRequest', { issuer, groupName });
export type AddGroupRequest = Static<typeof AddGroupRequest>;

export const Me = titled('Me', {
  kind: oneOf(['client', 'person'], 'Whether a program or a person calls.'),
  id: uuid('The client or the person.'),
  name: text('The name.'),
  scopes: Type.Array(ScopeName),
  roles: Type.Array(RoleName, { description: 'The roles of a person, those of their groups included.' }),
  groups: Type.Array(text(), { description: 'The groups of a person.' }),
  missing: textOrNull(
    'The right that the caller lacks to do anything at all, and whom to ask for it; null if none is missing.',
  ),
});
export type Me = Static<typeof Me>;

export const SessionShown = titled('SessionShown', {
  sessionId: text('The session.'),
  isThis: boolean('Whether the token that asks comes from it.'),
  means: oneOf(['link', 'provider', 'command line'], 'How it was begun.'),
  provider: textOrNull('The provider that vouched for the person; null for a link.'),
  address: textOrNull('The address that it was begun from; null if it was not noted.'),
  agent: textOrNull('The name that the browser gives itself.'),
  begunAt: instant('When it was begun.'),
  usedAt: instant('When it was last used, within some minutes.'),
  endsAt: instant('When it ends, however much it is used.'),
});

export const SessionList = titled('SessionList', { sessions: Type.Array(SessionShown) });
export type SessionList = Static<typeof SessionList>;

export const KeptGroup = titled('KeptGroup', { issuer, groupName, roles: Type.Array(GivenRole) });
export type KeptGroup = Static<typeof KeptGroup>;

export const KeptPerson = titled('KeptPerson', {
  issuer,
  subject,
  personName,
  isEnabled: boolean('Whether the person may sign in.'),
  roles: Type.Array(GivenRole),
});
export type KeptPerson = Static<typeof KeptPerson>;
