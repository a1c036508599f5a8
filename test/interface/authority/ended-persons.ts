import type { TestProvider } from '@setpoint/server/testing/start-provider';
import type { Credentials } from '../../support/service/sign-in.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import type { ServiceClient } from '../../support/service/service-client.ts';
import type { Given, peopleAt } from './people-at.ts';

interface Place {
  readonly url: string;
  readonly operator: ServiceClient;
  readonly provider: TestProvider;
  readonly people: ReturnType<typeof peopleAt>;
  /** A client that may act for people. */
  readonly desk: Credentials;
}

const EVERYWHERE: readonly Given[] = [{ role: 'dispatcher', allSites: true }];
const A_MOMENT_MS = 300;

type EndedPerson = readonly [principal: string, open: () => Promise<string>];

/** Persons who could do much, each time another, with the tokens of then, after what ended that. */
export function endedPersons({ url, operator, provider, people, desk }: Place): readonly EndedPerson[] {
  let opened = 0;
  async function ask(method: string, path: string, body?: object): Promise<void> {
    const { status } = await operator.ask(`/api/v1/fleet/${path}`, { method, ...(body === undefined ? {} : { body }) });
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  }
  type End = (subject: string, path: string) => Promise<void>;
  const person = (principal: string, end: End, byGroup = false): EndedPerson => [
    principal,
    async () => {
      opened += 1;
      const subject = await people.add(`${principal} ${opened}`, EVERYWHERE, { byGroup });
      const own = await people.signIn(subject);
      const token = principal.startsWith('desk') ? await people.exchange(own, desk) : own;
      const { ok } = await fetch(`${url}/api/v1/public/sites`, { headers: { Authorization: `Bearer ${token}` } });
      if (!ok) throw new Error(`${principal}: could do nothing before`);
      await end(subject, await pathOf(subject, byGroup));
      return token;
    },
  ];
  async function pathOf(subject: string, byGroup: boolean): Promise<string> {
    const { body } = await operator.ask(`/api/v1/fleet/${byGroup ? 'groups' : 'persons'}?limit=100`);
    const { persons = [], groups = [] } = body as Record<string, Record<string, string>[]>;
    const found = persons.find((one) => one['subject'] === subject);
    const group = groups.find((one) => one['groupName'] === `group of ${subject}`);
    return found === undefined ? `groups/${group?.['groupId']}` : `persons/${found['personId']}`;
  }

  const disable: End = (_subject, path) => ask('PATCH', path, { isEnabled: false });
  const remove: End = (_subject, path) => ask('DELETE', path);
  const leave: End = async (subject) => {
    provider.accounts.set(subject, { name: subject, groups: [] });
    // Elsewhere: what the provider says now counts for every token.
    await people.signIn(subject);
  };
  const lapse: End = async (_subject, path) => {
    const endsAt = Date.now() + A_MOMENT_MS;
    await ask('PUT', `${path}/roles`, { ...EVERYWHERE[0], endsAt: new Date(endsAt).toISOString() });
    await lookUntil(
      async () => Date.now(),
      (now) => now > endsAt,
    );
  };
  return [
    person('disabled person', disable),
    person('removed person', remove),
    person('signed out', (_subject, path) => ask('DELETE', `${path}/sessions`)),
    person('desk for disabled', disable),
    person('lost its group', leave, true),
    person('group removed', remove, true),
    person('role taken', (_subject, path) => ask('DELETE', `${path}/roles?allSites=true`), true),
    person('role ended', lapse),
  ];
}
