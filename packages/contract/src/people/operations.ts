import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, patch, post, remove, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badBody, badQuery, badRequest, conflict, notFound, REFUSALS } from '../operations/refusals.ts';
import {
  AddGroupRequest,
  AddPersonRequest,
  ChangePersonRequest,
  GivenRole,
  Group,
  GroupList,
  Me,
  Person,
  PersonList,
} from './schema.ts';

const shared = { tag: 'People', scope: 'fleet:admin' } as const;
const issuer = 'https://login.example.com';
const given: GivenRole = { allSites: true, role: 'dispatcher' };
const personId = '7c1e5b0a-94d2-4f38-a6c7-1e2d3f4a5b60';
const groupId = '2f9d8c7b-6a54-4e31-9b08-7d6c5e4f3a21';
const person: Person = {
  personId,
  issuer,
  subject: '248289761001',
  personName: 'Ada Brandt',
  email: 'ada@example.com',
  isEmailVerified: true,
  isEnabled: true,
  roles: [],
  groups: ['trading'],
  signedInAt: EXAMPLES.createdAt,
  createdAt: EXAMPLES.createdAt,
};
const group: Group = {
  groupId,
  issuer,
  groupName: 'trading',
  roles: [given],
  persons: 4,
  createdAt: EXAMPLES.createdAt,
};
export const thePerson = pathId('personId', personId, 'A UUID of any version, in upper or lower case.');
const theGroup = pathId('groupId', groupId, 'A UUID of any version, in upper or lower case.');
const which = [
  optionalQuery('siteId', 'The site of the role. Give this, `poolId` or `allSites`.', {
    type: 'string',
    format: 'uuid',
  }),
  optionalQuery('poolId', 'The pool of the role. Give this, `siteId` or `allSites`.', {
    type: 'string',
    format: 'uuid',
  }),
  optionalQuery('allSites', 'For the role on all sites. Give this, `siteId` or `poolId`.', {
    type: 'string',
    const: 'true',
  }),
] as const;
export const noPerson = notFound('There is no such person.', 'there is no such person');
const noGroup = notFound('There is no such group.', 'there is no such group');
const badRole = badRequest(
  'The request must name one site, one pool or all sites; `operator` and `auditor` are for all sites alone.',
  'give exactly one of siteId, poolId and allSites',
);
const oneOfThree = badRequest(
  'The request must name one site, one pool or all sites.',
  'give exactly one of siteId, poolId and allSites',
);

function roleOperations<const Of extends 'Person' | 'Group'>(of: Of) {
  const isPerson = of === 'Person';
  const path = (isPerson ? PATHS.fleetPersonRoles : PATHS.fleetGroupRoles) as Of extends 'Person'
    ? typeof PATHS.fleetPersonRoles
    : typeof PATHS.fleetGroupRoles;
  const whose = isPerson ? thePerson : theGroup;
  const noun = isPerson ? 'person' : 'group';
  return [
    {
      ...shared,
      id: `give${of}Role`,
      method: 'put',
      path,
      summary: `Give a ${noun} a role`,
      description: `Gives a ${noun} a role on one site, the members of a pool, or all sites, until \`endsAt\` if that is given. Replaces the role that it had there.`,
      parameters: [whose],
      request: bodyOf(GivenRole, given),
      success: ok('The role is given.', GivenRole, given),
      otherwise: [
        badRole,
        notFound(`There is no such ${noun}, no such site, or no such pool.`, 'there is no such site'),
      ],
    },
    {
      ...shared,
      id: `take${of}Role`,
      method: 'delete',
      path,
      summary: `Take a role back from a ${noun}`,
      description:
        'Takes back the role on one site, on one pool, or the one on all sites. It takes effect with the next request.',
      parameters: [whose, ...which],
      success: { status: 204, description: 'The role is taken back.' },
      otherwise: [oneOfThree, notFound(`There is no such ${noun}, or it has no role there.`, 'there is no such role')],
    },
  ] as const;
}

export const peopleOperations = [
  {
    tag: 'People',
    credential: 'any-token',
    id: 'getMe',
    ...get(PATHS.fleetMe),
    summary: 'Read who you are',
    description:
      'The caller, what the token may be used for now, and, if that is nothing, what is missing. Any token may ask.',
    success: ok('The caller.', Me, {
      kind: 'person',
      id: personId,
      name: 'Ada Brandt',
      scopes: ['sites:read', 'schedules:write'],
      roles: ['dispatcher'],
      groups: ['trading'],
      missing: null,
    }),
    otherwise: [REFUSALS.noQuery],
  },
  {
    ...shared,
    id: 'listPersons',
    ...get(PATHS.fleetPersons),
    summary: 'List the persons',
    description: 'One page of all persons, sorted by name, with their own roles.',
    parameters: PARAMETERS.page,
    success: ok('One page of persons.', PersonList, { persons: [person], nextCursor: null }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
  },
  {
    ...shared,
    id: 'addPerson',
    ...post(PATHS.fleetPersons),
    summary: 'Add a person',
    description:
      'Adds a person before their first sign-in, so that they can be given roles. Persons who sign in are added automatically.',
    request: bodyOf(AddPersonRequest, { issuer, subject: person.subject, personName: person.personName }),
    success: {
      status: 201,
      description: 'The person is known.',
      body: bodyOf(Person, { ...person, groups: [], signedInAt: null, email: null, isEmailVerified: false }),
    },
    otherwise: [
      badBody('subject: must NOT have fewer than 1 characters'),
      conflict('This subject of this issuer is known already.', 'this subject of this issuer is a person already'),
    ],
  },
  {
    ...shared,
    id: 'getPerson',
    ...get(PATHS.fleetPerson),
    summary: 'Read a person',
    description: 'One person with their own roles and the groups that the provider claims.',
    parameters: [thePerson],
    success: ok('The person.', Person, person),
    otherwise: [REFUSALS.noQuery, noPerson],
  },
  {
    ...shared,
    id: 'changePerson',
    ...patch(PATHS.fleetPerson),
    summary: 'Enable or disable a person',
    description:
      'A disabled person is refused from the next request on: sessions, streams and tokens end, and none is valid again once the person is enabled.',
    parameters: [thePerson],
    request: bodyOf(ChangePersonRequest, { isEnabled: false }),
    success: ok('The person.', Person, { ...person, isEnabled: false }),
    otherwise: [
      badBody('isEnabled: must be boolean'),
      noPerson,
      conflict('Nobody can disable themselves.', 'you cannot disable yourself; let another operator do it'),
    ],
  },
  {
    ...shared,
    id: 'removePerson',
    ...remove(PATHS.fleetPerson),
    summary: 'Remove a person',
    description:
      'Erases what is kept of a person: name, address, groups, roles and sessions. Schedules that they set stay in the history under their id. A person who signs in again is a new person.',
    parameters: [thePerson],
    success: { status: 204, description: 'The person is removed.' },
    otherwise: [
      REFUSALS.noQuery,
      noPerson,
      conflict('Nobody can remove themselves.', 'you cannot remove yourself; let another operator do it'),
    ],
  },
  {
    ...shared,
    id: 'endPersonSessions',
    ...remove(PATHS.fleetPersonSessions),
    summary: 'Sign a person out everywhere',
    description: 'Ends all sessions and tokens of the person.',
    parameters: [thePerson],
    success: { status: 204, description: 'All of them have ended.' },
    otherwise: [REFUSALS.noQuery, noPerson],
  },
  ...roleOperations('Person'),
  {
    ...shared,
    id: 'listGroups',
    ...get(PATHS.fleetGroups),
    summary: 'List the groups',
    description: 'One page of all groups that have been named here, sorted by name, with their roles.',
    parameters: PARAMETERS.page,
    success: ok('One page of groups.', GroupList, { groups: [group], nextCursor: null }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
  },
  {
    ...shared,
    id: 'addGroup',
    ...post(PATHS.fleetGroups),
    summary: 'Name a group',
    description: 'Names a group of a provider, so that it can be given roles. The provider claims who belongs to it.',
    request: bodyOf(AddGroupRequest, { issuer, groupName: 'trading' }),
    success: { status: 201, description: 'The group is named.', body: bodyOf(Group, { ...group, roles: [] }) },
    otherwise: [
      badBody('groupName: must NOT have fewer than 1 characters'),
      conflict('This group of this issuer has been named already.', 'there is already a group trading of this issuer'),
    ],
  },
  {
    ...shared,
    id: 'getGroup',
    ...get(PATHS.fleetGroup),
    summary: 'Read a group',
    description: 'One group with its roles.',
    parameters: [theGroup],
    success: ok('The group.', Group, group),
    otherwise: [REFUSALS.noQuery, noGroup],
  },
  {
    ...shared,
    id: 'removeGroup',
    ...remove(PATHS.fleetGroup),
    summary: 'Remove a group',
    description: 'Takes back all roles of the group and forgets its name. It takes effect with the next request.',
    parameters: [theGroup],
    success: { status: 204, description: 'The group is removed.' },
    otherwise: [REFUSALS.noQuery, noGroup],
  },
  ...roleOperations('Group'),
] as const satisfies readonly Operation[];
