import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { isTrustworthyUrl } from '../../identity/issuer-settings.ts';
import { SIGNATURE_ALGORITHMS } from '../../identity/signature-algorithms.ts';
import type { SettingsReader } from '../../wire/settings-reader.ts';
import { shapeOf } from '../../wire/value-or-throw.ts';

const text = Type.String({ minLength: 1, maxLength: 2_000 });

/** One entry of `SETPOINT_PROVIDERS`. */
const ProviderEntry = Type.Object(
  {
    /** Part of the redirect address. */
    id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    /** On the button; the id when left out. */
    name: Type.Optional(text),
    issuer: text,
    clientId: text,
    clientSecret: Type.Optional(text),
    clientSecretFile: Type.Optional(text),
    scopes: Type.Optional(Type.Array(text)),
    groupsClaim: Type.Optional(text),
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
  readonly algorithm: string;
  readonly clockToleranceSeconds: number;
}

const NAME = 'SETPOINT_PROVIDERS';

/** Reads the providers from a JSON array, or from a file that holds one; notes all that is wrong at once. */
export function readProviders(read: SettingsReader): ProviderSettings[] {
  const given = read.given(NAME);
  if (given === undefined || given.trim() === '') return [];
  const refuse = (problem: string): void => read.refuse(`${NAME}: ${problem}`);
  const entries = entriesOf(given, refuse);
  const ids = entries.map(({ id }) => id);
  for (const [at, id] of ids.entries()) if (ids.indexOf(id) !== at) refuse(`there is more than one provider ${id}`);
  const issuers = entries.map(({ issuer }) => issuer);
  for (const [at, issuer] of issuers.entries()) {
    // Persons and groups are known by their issuer: two ways to the same would be one.
    if (issuers.indexOf(issuer) !== at) refuse(`${issuer} is listed more than once`);
  }
  return entries.map((entry) => settingsOf(entry, refuse));
}

function entriesOf(given: string, refuse: (problem: string) => void): ProviderEntry[] {
  try {
    const json: unknown = JSON.parse(given.trimStart().startsWith('[') ? given : readFileSync(given, 'utf8'));
    const shape = shapeOf(Type.Array(ProviderEntry))(json);
    if (shape.kind !== 'invalid') return shape.value;
    for (const { place, text: problem } of shape.explain()) refuse(`${place}: ${problem}`);
  } catch (cause) {
    refuse(cause instanceof Error ? cause.message : 'cannot be read');
  }
  return [];
}

function settingsOf(entry: ProviderEntry, refuse: (problem: string) => void): ProviderSettings {
  const { id, issuer, clientId } = entry;
  if (!isTrustworthyUrl(issuer)) refuse(`${id}: ${issuer} is not an https address`);
  const secret = secretOf(entry, refuse);
  const scopes = entry.scopes ?? ['openid', 'profile', 'email'];
  if (!scopes.includes('openid')) refuse(`${id}: scopes must include openid`);
  return {
    id,
    issuer,
    clientId,
    name: entry.name ?? id,
    ...(secret === undefined ? {} : { clientSecret: secret }),
    scope: scopes.join(' '),
    groupsClaim: entry.groupsClaim ?? 'groups',
    algorithm: entry.algorithm ?? 'RS256',
    clockToleranceSeconds: entry.clockToleranceSeconds ?? 30,
  };
}

function secretOf(
  { id, clientSecret, clientSecretFile }: ProviderEntry,
  refuse: (problem: string) => void,
): string | undefined {
  if (clientSecretFile === undefined) return clientSecret;
  if (clientSecret !== undefined) refuse(`${id}: set clientSecret or clientSecretFile, not both`);
  try {
    const secret = readFileSync(clientSecretFile, 'utf8').trim();
    if (secret === '') refuse(`${id}: ${clientSecretFile} is empty`);
    return secret;
  } catch (cause) {
    refuse(`${id}: ${cause instanceof Error ? cause.message : 'cannot be read'}`);
    return undefined;
  }
}
