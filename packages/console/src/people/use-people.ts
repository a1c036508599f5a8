import type { SetpointClient } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSession } from '../session/session.tsx';
import { useAct } from '../shell/use-act.ts';

type People = SetpointClient['people'];

const KEY = 'people';
const EVERY_MS = 15_000;

/** Reads something about persons and groups. */
export function usePeople<Value>(key: readonly string[], read: (people: People) => Promise<Value>) {
  const { people } = useClient();
  return useQuery({ queryKey: [KEY, ...key], queryFn: () => read(people), refetchInterval: EVERY_MS });
}

export function usePersons() {
  return usePeople(['persons'], (people) => all(people.persons()));
}

export function useGroups() {
  return usePeople(['groups'], (people) => all(people.groups()));
}

/** Changes something of persons or groups, then reads again what is shown of them. */
export function usePeopleChange<Output, Input = void>(change: (people: People, input: Input) => Promise<Output>) {
  const { people } = useClient();
  return useAct((input: Input) => () => change(people, input), { reads: [[KEY]] });
}

/** Operators change people; auditors only see them. */
export function useMayChangePeople(): boolean {
  return useSession().can('fleet:admin');
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
