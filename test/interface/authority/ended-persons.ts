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

interface EndedPerson {
  readonly principal: string;
  readonly token: string;
  /** Whether the token proves somebody still, who may do nothing. */
  readonly isProven: boolean;
}

/** Persons who could do much, with the tokens of then, after what ended that. */
export async function endedPersons({ url, operator, provider, people, desk }: Place): Promise<EndedPerson[]> {
  const ended: EndedPerson[] = [];
  async function ask(method: string, path: string, body?: object): Promise<void> {
    const { status } = await operator.ask(`/api/v1/fleet/${path}`, { method, ...(body === undefined ? {} : { body }) });
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  }
  const isGood = async (token: string, path: string) =>
    (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).ok;
  async function add(principal: string, end: (subject: string, path: string) => Promise<void>, byGroup = false) {
    const subject = await people.add(principal, EVERYWHERE, { byGroup });
    const own = await people.signIn(subject);
    const token = principal.startsWith('desk') ? await people.exchange(own, desk) : own;
    if (!(await isGood(token, '/api/v1/public/sites'))) throw new Error(`${principal}: could do nothing before`);
    await end(subject, await pathOf(subject, byGroup));
    ended.push({ principal, token, isProven: await isGood(token, '/api/v1/fleet/me') });
  }
  async function pathOf(subject: string, byGroup: boolean): Promise<string> {
    const { body } = await operator.ask(`/api/v1/fleet/${byGroup ? 'groups' : 'persons'}?limit=100`);
    const { persons = [], groups = [] } = body as Record<string, Record<string, string>[]>;
    const person = persons.find((one) => one['subject'] === subject);
    const group = groups.find((one) => one['groupName'] === `group of ${subject}`);
    return person === undefined ? `groups/${group?.['groupId']}` : `persons/${person['personId']}`;
  }

  const disable = (_subject: string, path: string) => ask('PATCH', path, { isEnabled: false });
  await add('disabled person', disable);
  await add('removed person', (_subject, path) => ask('DELETE', path));
  await add('signed out', (_subject, path) => ask('DELETE', `${path}/sessions`));
  await add('desk for disabled', disable);
  const leave = async (subject: string) => {
    provider.accounts.set(subject, { name: subject, groups: [] });
    // Elsewhere: what the provider says now counts for every token.
    await people.signIn(subject);
  };
  await add('lost its group', leave, true);
  await add('group removed', (_subject, path) => ask('DELETE', path), true);
  await add('role taken', (_subject, path) => ask('DELETE', `${path}/roles?allSites=true`), true);
  await add('role ended', async (_subject, path) => {
    const endsAt = Date.now() + A_MOMENT_MS;
    await ask('PUT', `${path}/roles`, { ...EVERYWHERE[0], endsAt: new Date(endsAt).toISOString() });
    await lookUntil(
      async () => Date.now(),
      (now) => now > endsAt,
    );
  });
  return ended;
}
