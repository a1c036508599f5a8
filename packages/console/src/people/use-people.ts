import { allOf, resourceOf } from '../session/resource-of.ts';
import { useSession } from '../session/session.tsx';

export const { useRead: usePeople, useChange: usePeopleChange } = resourceOf('people', { everyMs: 15_000 });

export function usePersons() {
  return usePeople(['persons'], (people) => allOf(people.persons()));
}

export function useGroups() {
  return usePeople(['groups'], (people) => allOf(people.groups()));
}

/** Operators change people; auditors only see them. */
export function useMayChangePeople(): boolean {
  return useSession().can('fleet:admin');
}
