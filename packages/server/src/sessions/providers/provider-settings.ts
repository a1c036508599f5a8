import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { isTrustworthyUrl } from '../../identity/issuers/issuer-settings.ts';
import { SIGNATURE_ALGORITHMS } from '../../identity/keys/signature-algorithms.ts';
import type { SettingsReader } from '../../wire/settings-reader.ts';
import { shapeOf } from '../../wire/value-or-throw.ts';

const text = Type.String({ minLength: 1, maxLength: 2_000 });

/** One entry of `SETPOINT_PROVIDERS`. */
const ProviderEntry = Type.Object(
  {
    /** Part of the redirect address. */
    id: text,
    /** On the button; the id when left out. */
    name: Type.Optional(text),
    issuer: text,
    clientId: text,
    clientSecret: Type.Optional(text),
    clientSecretFile: Type.Optional(text),
    scopes: Type.Optional(Type.Array(text)),
    groupsClaim: Type.Optional(text),
    /** For one that gives nobody an address that is not theirs, and does not say so with each. */
    emailsAreVerified: Type.Optional(Type.Boolean()),
    algorithm: Type.Optional(Type.Enum([...SIGNATURE_ALGORITHMS])),
    clockToleranceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 300 })),
  },
  { additionalProperties: false },
);
type ProviderEntry = Static<typeof ProviderEntry>;

/** A provider that people sign in through. */
export interface ProviderSettings {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Left out for a public client. */
  readonly clientSecret?: string;
  readonly scope: string;
  readonly groupsClaim: string;
  readonly areEmailsVerified: boolean;
  readonly algorithm: string;
  readonly clockToleranceSeconds: number;
}

const NAME = 'SETPOINT_PROVIDERS';
const ID = /^[a-z0-9-]{1,40}$/;

/** Reads the providers from a JSON array, or from a file that holds one; notes all that is wrong at once. */
export function readProviders(read: SettingsReader): ProviderSettings[] {
  const given = read.given(NAME);
  if (given === undefined || given.trim() === '') return [];
  const refuse = (problem: string): void => read.refuse(`${NAME}: ${problem}`);
  const entries = entriesOf(given, refuse);
  for (const id of repeated(entries.map((entry) => entry.id))) {
    refuse(`there is more than one provider ${id}: give each an id of its own`);
  }
  // Persons and groups are known by their issuer: two ways to the same would be one.
  for (const issuer of repeated(entries.map((entry) => entry.issuer))) {
    refuse(`${issuer} is listed more than once: keep one entry for it`);
  }
  return entries.map((entry) => settingsOf(entry, refuse));
}

function repeated(values: readonly string[]): ReadonlySet<string> {
  return new Set(values.filter((value, at) => values.indexOf(value) !== at));
}

type Refuse = (problem: string) => void;

function entriesOf(given: string, refuse: Refuse): ProviderEntry[] {
  // What is meant as JSON is never taken for a path: that it is not found would be told with the secrets in it.
  const isJson = given.includes('{') || given.trimStart().startsWith('[');
  const content = isJson
    ? given
    : fileOf(given, refuse, 'give a JSON array of providers, or the path of a file with one');
  if (content === undefined) return [];
  const told: Refuse = isJson ? refuse : (problem) => refuse(`${given}: ${problem}`);
  const json = jsonOf(content, told);
  if (json === undefined) return [];
  if (!Array.isArray(json)) {
    told('it is no JSON array: put [ and ] around the providers');
    return [];
  }
  const shape = shapeOf(Type.Array(ProviderEntry))(json);
  if (shape.kind !== 'invalid') return shape.value;
  for (const { place, text: problem } of shape.explain()) told(`${place}: ${problem}`);
  return [];
}

function jsonOf(content: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch (cause) {
    // The rest of what it says quotes the text, in which there are secrets.
    const [where = ''] = /at position \d+|line \d+ column \d+/.exec(cause instanceof Error ? cause.message : '') ?? [];
    refuse(`it is no valid JSON${where === '' ? '' : ` ${where}`}`);
    return undefined;
  }
}

function fileOf(path: string, refuse: Refuse, advice: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    refuse(`${cause instanceof Error ? cause.message : `${path} cannot be read`}: ${advice}`);
    return undefined;
  }
}

function settingsOf(entry: ProviderEntry, refuse: Refuse): ProviderSettings {
  const { id, issuer, clientId } = entry;
  if (!ID.test(id)) refuse(`${id}: an id has lower-case letters, digits and -, 40 at most`);
  if (!isTrustworthyUrl(issuer)) refuse(`${id}: ${issuer} is not an https address; http is for this machine alone`);
  const secret = secretOf(entry, refuse);
  const scopes = entry.scopes ?? ['openid', 'profile', 'email'];
  if (!scopes.includes('openid')) refuse(`${id}: scopes must include "openid"`);
  return {
    id,
    issuer,
    clientId,
    name: entry.name ?? id,
    ...(secret === undefined ? {} : { clientSecret: secret }),
    scope: scopes.join(' '),
    groupsClaim: entry.groupsClaim ?? 'groups',
    areEmailsVerified: entry.emailsAreVerified === true,
    algorithm: entry.algorithm ?? 'RS256',
    clockToleranceSeconds: entry.clockToleranceSeconds ?? 30,
  };
}

function secretOf({ id, clientSecret, clientSecretFile }: ProviderEntry, refuse: Refuse): string | undefined {
  if (clientSecretFile === undefined) return clientSecret;
  if (clientSecret !== undefined) refuse(`${id}: set clientSecret or clientSecretFile, not both`);
  const ofProvider: Refuse = (problem) => refuse(`${id}: ${problem}`);
  const advice = 'clientSecretFile is the path of a file with the secret; leave it out for a public client';
  const secret = fileOf(clientSecretFile, ofProvider, advice)?.trim();
  if (secret === '') ofProvider(`${clientSecretFile} is empty: ${advice}`);
  return secret;
}
