import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PATHS } from '@setpoint/contract';
import { ask, type Call, type Reply } from '@setpoint/server/testing/ask';

/** Who asks: a client, a controller by its key, or anybody. */
type Asker =
  | { readonly clientId: string; readonly clientSecret: string; readonly scope: string }
  | { readonly controllerKey: string }
  | undefined;

interface KeptAnswer {
  readonly as?: Asker;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly text: string;
}

/** What a release answered about its store, at one instant. */
export interface KeptAnswers {
  readonly at: number;
  readonly answers: readonly KeptAnswer[];
}

/** A store as another release left it, and what that release answered about it. */
export function readKept(name: string): { readonly store: Buffer; readonly kept: KeptAnswers } {
  const read = (suffix: string) => gunzipSync(readFileSync(join(import.meta.dirname, `${name}${suffix}.gz`)));
  return { store: read('.sqlite'), kept: JSON.parse(read('.json').toString()) as KeptAnswers };
}

export type Question = Pick<KeptAnswer, 'as' | 'method' | 'path' | 'body'>;

/** Asks one thing after another; who asks signs in first. */
export async function askInTurn(url: string, questions: readonly Question[]): Promise<Reply[]> {
  const tokens = new Map<string, string>();
  const replies: Reply[] = [];
  for (const { as, method, path, body } of questions) {
    const headers = { ...(await bearer(url, as, tokens)), ...(body === undefined ? {} : JSON_BODY) };
    replies.push(await ask(url, { method, path, headers, ...(body === undefined ? {} : { body }) }));
  }
  return replies;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

async function bearer(url: string, as: Asker, tokens: Map<string, string>): Promise<Record<string, string>> {
  if (as === undefined) return {};
  if ('controllerKey' in as) return { Authorization: `Bearer ${as.controllerKey}` };
  const key = JSON.stringify(as);
  const token = tokens.get(key) ?? (await tokenOf(url, as));
  tokens.set(key, token);
  return { Authorization: `Bearer ${token}` };
}

async function tokenOf(url: string, client: Exclude<Asker, undefined | { controllerKey: string }>): Promise<string> {
  const { clientId, clientSecret, scope } = client;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const call: Call = { method: 'POST', path: PATHS.token, headers, body: new URLSearchParams(form).toString() };
  const { status, text } = await ask(url, call);
  if (status !== 200) throw new Error(`no token: ${status} ${text}`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}
