import { SESSION_PATHS, TOKEN_EXCHANGE } from '@setpoint/contract';
import type { TestProvider } from '@setpoint/server/testing/start-provider';
import type { Credentials } from '../../support/service/sign-in.ts';
import type { ServiceClient } from '../../support/service/service-client.ts';

interface Place {
  readonly url: string;
  readonly operator: ServiceClient;
  readonly provider: TestProvider;
}

/** A role, and where it is given. */
export type Given = { readonly role: string } & (
  | { readonly allSites: true }
  | { readonly siteId: string }
  | { readonly poolId: string }
);

/** Persons of a real provider: some have roles of their own, some by a group. */
export function peopleAt({ url, operator, provider }: Place) {
  const ask = async (path: string, method: string, body: object) => {
    const answer = await operator.ask(`/api/v1/fleet/${path}`, { method, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as { personId?: string; groupId?: string };
  };
  const { issuer } = provider;
  return {
    /** Somebody with these roles; `byGroup` gives them to a group that the provider claims. */
    async add(subject: string, roles: readonly Given[], { byGroup = false } = {}): Promise<string> {
      const groupName = `group of ${subject}`;
      provider.accounts.set(subject, { name: subject, groups: byGroup ? [groupName] : [] });
      const holder = byGroup
        ? `groups/${(await ask('groups', 'POST', { issuer, groupName })).groupId}`
        : `persons/${(await ask('persons', 'POST', { issuer, subject, personName: subject })).personId}`;
      for (const role of roles) await ask(`${holder}/roles`, 'PUT', role);
      return subject;
    },
    /** Signs somebody in through the provider, as a browser does; the access token. */
    async signIn(subject: string): Promise<string> {
      provider.who = subject;
      const cookies = new Map<string, string>();
      const go = async (path: string, method = 'GET', body?: object) => {
        const headers = {
          Origin: url,
          Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        };
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const answer = await fetch(url + path, { method, headers, redirect: 'manual', ...sent });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        return answer;
      };
      const begun = await go(SESSION_PATHS.signIn, 'POST', { provider: 'company' });
      const back = new URL(await provider.browse(((await begun.json()) as { url: string }).url));
      await go(back.pathname + back.search);
      const answer = await go(SESSION_PATHS.token, 'POST');
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    /** What a client gets for the token of a person. */
    async exchange(subjectToken: string, { clientId, clientSecret }: Credentials): Promise<string> {
      const form = {
        grant_type: TOKEN_EXCHANGE.grantType,
        client_id: clientId,
        client_secret: clientSecret,
        subject_token: subjectToken,
        subject_token_type: TOKEN_EXCHANGE.accessToken,
      };
      const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      const { access_token: token, ...rest } = (await answer.json()) as { access_token?: string };
      if (token === undefined) throw new Error(JSON.stringify(rest));
      return token;
    },
  };
}
