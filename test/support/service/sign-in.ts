import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The credential that the service left for its operator. */
export async function operatorOf(dataDir: string): Promise<Credentials> {
  return JSON.parse(await readFile(join(dataDir, 'operator.json'), 'utf8')) as Credentials;
}

/** An access token by client credentials; with every scope of the client unless told which. */
export async function signIn(url: string, { clientId, clientSecret }: Credentials, scope?: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ ...form, ...(scope === undefined ? {} : { scope }) });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
