import {
  type AddPersonRequest,
  type GivenRole,
  type Group,
  type Me,
  PATHS,
  type Person,
  type SessionList,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

type Where = Pick<GivenRole, 'siteId' | 'poolId' | 'allSites'>;

/** The persons who sign in through a provider, the groups that it claims, and their roles. */
export interface PeopleCalls {
  /** Who this client or person is, and what it may do now. */
  me(): Promise<Me>;
  /** Where this client or person is signed in. */
  sessions(): Promise<SessionList>;
  /** Ends one of them, or all of them: signs out everywhere. */
  endSession(sessionId: string): Promise<void>;
  endSessions(): Promise<void>;
  personSessions(personId: string): Promise<SessionList>;
  /** All persons, sorted by name, fetched page by page. */
  persons(): AsyncGenerator<Person>;
  readPerson(personId: string): Promise<Person>;
  /** Makes a person known who has not signed in yet. */
  addPerson(person: AddPersonRequest): Promise<Person>;
  /** Enables or disables a person. A disabled one is refused at once; sessions and tokens end for good. */
  setPersonEnabled(personId: string, isEnabled: boolean): Promise<Person>;
  removePerson(personId: string): Promise<void>;
  endPersonSessions(personId: string): Promise<void>;
  givePersonRole(personId: string, role: GivenRole): Promise<GivenRole>;
  takePersonRole(personId: string, where: Where): Promise<void>;
  /** All groups that have been named here, sorted by name, fetched page by page. */
  groups(): AsyncGenerator<Group>;
  readGroup(groupId: string): Promise<Group>;
  addGroup(group: Pick<Group, 'issuer' | 'groupName'>): Promise<Group>;
  removeGroup(groupId: string): Promise<void>;
  giveGroupRole(groupId: string, role: GivenRole): Promise<GivenRole>;
  takeGroupRole(groupId: string, where: Where): Promise<void>;
}

export function createPeopleCalls({ ask, each }: Connection): PeopleCalls {
  const person = PATHS.fleetPerson;
  const group = PATHS.fleetGroup;
  return {
    me: () => ask({ method: 'GET', path: PATHS.fleetMe }),
    sessions: () => ask({ method: 'GET', path: PATHS.fleetMySessions }),
    endSession: (sessionId) => ask({ method: 'DELETE', path: PATHS.fleetMySession, params: { sessionId } }),
    endSessions: () => ask({ method: 'DELETE', path: PATHS.fleetMySessions }),
    personSessions: (personId) => ask({ method: 'GET', path: PATHS.fleetPersonSessions, params: { personId } }),
    persons: () => each('persons', { path: PATHS.fleetPersons }),
    readPerson: (personId) => ask({ method: 'GET', path: person, params: { personId } }),
    addPerson: (body) => ask({ method: 'POST', path: PATHS.fleetPersons, body }),
    setPersonEnabled: (personId, isEnabled) =>
      ask({ method: 'PATCH', path: person, params: { personId }, body: { isEnabled } }),
    removePerson: (personId) => ask({ method: 'DELETE', path: person, params: { personId } }),
    endPersonSessions: (personId) => ask({ method: 'DELETE', path: PATHS.fleetPersonSessions, params: { personId } }),
    givePersonRole: (personId, body) =>
      ask({ method: 'PUT', path: PATHS.fleetPersonRoles, params: { personId }, body }),
    takePersonRole: (personId, { siteId, poolId, allSites }) =>
      ask({
        method: 'DELETE',
        path: PATHS.fleetPersonRoles,
        params: { personId },
        query: { siteId, poolId, allSites },
      }),
    groups: () => each('groups', { path: PATHS.fleetGroups }),
    readGroup: (groupId) => ask({ method: 'GET', path: group, params: { groupId } }),
    addGroup: (body) => ask({ method: 'POST', path: PATHS.fleetGroups, body }),
    removeGroup: (groupId) => ask({ method: 'DELETE', path: group, params: { groupId } }),
    giveGroupRole: (groupId, body) => ask({ method: 'PUT', path: PATHS.fleetGroupRoles, params: { groupId }, body }),
    takeGroupRole: (groupId, { siteId, poolId, allSites }) =>
      ask({ method: 'DELETE', path: PATHS.fleetGroupRoles, params: { groupId }, query: { siteId, poolId, allSites } }),
  };
}
