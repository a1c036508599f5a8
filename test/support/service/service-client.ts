import { operatorOf, signIn } from './sign-in.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text goes as it is. */
  readonly body?: unknown;
}

/** What the controller of a site connects with. */
export interface SiteLogin {
  readonly siteId: string;
  readonly controllerKey: string;
}

const ANSWER_WITHIN_MS = 30_000;

/** Talks to a running service as its operator, who may do everything. */
export class ServiceClient {
  readonly #url: string;
  readonly #token: string;
  readonly #answerWithinMs: number;

  constructor(url: string, token: string, answerWithinMs = ANSWER_WITHIN_MS) {
    this.#url = url;
    this.#token = token;
    this.#answerWithinMs = answerWithinMs;
  }

  static async signIn(url: string, dataDir: string): Promise<ServiceClient> {
    return new ServiceClient(url, await signIn(url, await operatorOf(dataDir)));
  }

  async addSite(siteName: string): Promise<string> {
    return (await this.registerSite(siteName)).siteId;
  }

  /** Adds a site and says what its controller needs to connect. */
  async registerSite(siteName: string): Promise<SiteLogin> {
    const answer = await this.ask('/api/v1/fleet/sites', { method: 'POST', body: { siteName } });
    if (answer.status !== 201) throw new Error(`no site: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as SiteLogin;
  }

  async postSchedules(siteId: string, schedules: unknown, headers: Asked['headers'] = {}): Promise<Answer> {
    const path = `/api/v1/public/sites/${siteId}/schedules`;
    return await this.ask(path, { method: 'POST', body: { schedules }, headers });
  }

  async getSite(siteId: string): Promise<Answer> {
    return await this.ask(`/api/v1/public/sites/${siteId}`);
  }

  async listSites(): Promise<Answer> {
    return await this.ask('/api/v1/public/sites');
  }

  async health(): Promise<number> {
    return (await this.ask('/api/v1/public/health')).status;
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.#answerWithinMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}
