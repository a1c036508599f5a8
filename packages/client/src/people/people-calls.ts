import {
  type AddPersonRequest,
  type GivenRole,
  type Group,
  type Me,
  PATHS,
  type Person,
  type SessionList,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

type Where = Pick<GivenRole, 'siteId' | 'poolId' | 'allSites'>;

/** The persons who sign in through a provider, the groups that it claims, and their roles. */
export interface PeopleCalls {
  /** This client or person, with its present rights. */
  me(options?: CallOptions): Promise<Me>;
  /** Where this client or person is signed in. */
  sessions(options?: CallOptions): Promise<SessionList>;
  /** Ends one of them, or all of them: signs out everywhere. */
  endSession(sessionId: string, options?: CallOptions): Promise<void>;
  endSessions(options?: CallOptions): Promise<void>;
  personSessions(personId: string, options?: CallOptions): Promise<SessionList>;
  /** All persons, sorted by name, fetched page by page. */
  persons(options?: CallOptions): AsyncGenerator<Person>;
  readPerson(personId: string, options?: CallOptions): Promise<Person>;
  /** Makes a person known who has not signed in yet. */
  addPerson(person: AddPersonRequest, options?: CallOptions): Promise<Person>;
  /** Enables or disables a person. A disabled one is refused at once; sessions and tokens end for ever. */
  setPersonEnabled(personId: string, isEnabled: boolean, options?: CallOptions): Promise<Person>;
  removePerson(personId: string, options?: CallOptions): Promise<void>;
  endPersonSessions(personId: string, options?: CallOptions): Promise<void>;
  givePersonRole(personId: string, role: GivenRole, options?: CallOptions): Promise<GivenRole>;
  takePersonRole(personId: string, where: Where, options?: CallOptions): Promise<void>;
  /** All groups that have been named here, sorted by name, fetched page by page. */
  groups(options?: CallOptions): AsyncGenerator<Group>;
  readGroup(groupId: string, options?: CallOptions): Promise<Group>;
  addGroup(group: Pick<Group, 'issuer' | 'groupName'>, options?: CallOptions): Promise<Group>;
  removeGroup(groupId: string, options?: CallOptions): Promise<void>;
  giveGroupRole(groupId: string, role: GivenRole, options?: CallOptions): Promise<GivenRole>;
  takeGroupRole(groupId: string, where: Where, options?: CallOptions): Promise<void>;
}

export function createPeopleCalls({ ask, each }: Connection): PeopleCalls {
  const person = PATHS.fleetPerson;
  const group = PATHS.fleetGroup;
  return {
    me: (options) => ask({ method: 'GET', path: PATHS.fleetMe }, options),
    sessions: (options) => ask({ method: 'GET', path: PATHS.fleetMySessions }, options),
    endSession: (sessionId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetMySession, params: { sessionId } }, options),
    endSessions: (options) => ask({ method: 'DELETE', path: PATHS.fleetMySessions }, options),
    personSessions: (personId, options) =>
      ask({ method: 'GET', path: PATHS.fleetPersonSessions, params: { personId } }, options),
    persons: (options) => each('persons', { path: PATHS.fleetPersons }, options),
    readPerson: (personId, options) => ask({ method: 'GET', path: person, params: { personId } }, options),
    addPerson: (body, options) => ask({ method: 'POST', path: PATHS.fleetPersons, body }, options),
    setPersonEnabled: (personId, isEnabled, options) =>
      ask({ method: 'PATCH', path: person, params: { personId }, body: { isEnabled } }, options),
    removePerson: (personId, options) => ask({ method: 'DELETE', path: person, params: { personId } }, options),
    endPersonSessions: (personId, options) =>
      ask({ method: 'DELETE', path: PATHS.fleetPersonSessions, params: { personId } }, options),
    givePersonRole: (personId, body, options) =>
      ask({ method: 'PUT', path: PATHS.fleetPersonRoles, params: { personId }, body }, options),
    takePersonRole: (personId, { siteId, poolId, allSites }, options) =>
      ask(
        {
          method: 'DELETE',
          path: PATHS.fleetPersonRoles,
          params: { personId },
          query: { siteId, poolId, allSites },
        },
        options,
      ),
    groups: (options) => each('groups', { path: PATHS.fleetGroups }, options),
    readGroup: (groupId, options) => ask({ method: 'GET', path: group, params: { groupId } }, options),
    addGroup: (body, options) => ask({ method: 'POST', path: PATHS.fleetGroups, body }, options),
    removeGroup: (groupId, options) => ask({ method: 'DELETE', path: group, params: { groupId } }, options),
    giveGroupRole: (groupId, body, options) =>
      ask({ method: 'PUT', path: PATHS.fleetGroupRoles, params: { groupId }, body }, options),
    takeGroupRole: (groupId, { siteId, poolId, allSites }, options) =>
      ask(
        { method: 'DELETE', path: PATHS.fleetGroupRoles, params: { groupId }, query: { siteId, poolId, allSites } },
        options,
      ),
  };
}
