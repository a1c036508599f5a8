export type SiteAnswer = { readonly status: number; readonly body: unknown };

export type SiteClientOptions = { readonly baseUrl: string; readonly token: string };

type Sent = { readonly method: 'GET' } | { readonly method: 'POST'; readonly body: string };

/** The three calls of the contract that write and read schedules. */
export class SiteClient {
  readonly #sitesUrl: string;
  readonly #token: string;

  constructor({ baseUrl, token }: SiteClientOptions) {
    this.#sitesUrl = `${baseUrl.replace(/\/$/, '')}/api/v1/public/sites`;
    this.#token = token;
  }

  async listSites(): Promise<SiteAnswer> {
    return await this.#ask(this.#sitesUrl, { method: 'GET' });
  }

  async getSite(siteId: string): Promise<SiteAnswer> {
    return await this.#ask(`${this.#sitesUrl}/${siteId}`, { method: 'GET' });
  }

  async postSchedules(siteId: string, text: string): Promise<SiteAnswer> {
    const url = `${this.#sitesUrl}/${siteId}/schedules`;
    return await this.#ask(url, { method: 'POST', body: text });
  }

  async #ask(url: string, sent: Sent): Promise<SiteAnswer> {
    const headers = new Headers({ authorization: `Bearer ${this.#token}` });
    if (sent.method === 'POST') headers.set('content-type', 'application/json');
    const response = await fetch(url, { ...sent, headers, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, body: parseJson(await response.text()) };
  }
}

// An answer that is no JSON is kept as text, so that the comparison fails and shows it.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
