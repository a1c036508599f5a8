import type { KeptSite } from './kept-site.ts';

type HeaderList = Readonly<Record<string, string>>;

export interface KeptSiteAsking {
  readonly fetchFrom: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (siteId: string, body: RequestInit['body'], headers?: HeaderList) => Promise<Response>;
}

/** Asks as the operator of a service with a kept site, unless the headers name somebody else. */
export function askKeptSite({ service, token }: KeptSite): KeptSiteAsking {
  const fetchFrom: KeptSiteAsking['fetchFrom'] = (path, init = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...(init.headers as HeaderList) },
    });
  return {
    fetchFrom,
    post: (siteId, body, headers = {}) =>
      fetchFrom(`/api/v1/public/sites/${siteId}/schedules`, {
        method: 'POST',
        body: body ?? null,
        headers: { 'Content-Type': 'application/json', ...headers },
        duplex: 'half',
      }),
  };
}

/** The status of an answer, and its error where it is one. */
export async function outcomeOf(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: string };
  return error === undefined ? [response.status] : [response.status, error];
}
