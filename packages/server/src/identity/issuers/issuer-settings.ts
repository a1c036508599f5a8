import { readFileSync } from 'node:fs';
import { type Scope, SCOPES } from '@setpoint/contract';
import { type Static, Type } from 'typebox';
import { shapeOf } from '../../wire/value-or-throw.ts';
import { SIGNATURE_ALGORITHMS } from '../keys/signature-algorithms.ts';

// Some still call Ed25519 by the name that it had first.
const ALGORITHMS = [...SIGNATURE_ALGORITHMS, 'EdDSA'] as const;

const text = Type.String({ minLength: 1, maxLength: 2_000 });
const listOf = <Value extends string>(values: readonly Value[]) =>
  Type.Array(Type.Enum([...values]), { minItems: 1, uniqueItems: true });

/** One entry of `SETPOINT_ISSUERS`. */
const IssuerEntry = Type.Object(
  {
    issuer: text,
    audience: text,
    /** Found by discovery when left out. */
    jwksUri: Type.Optional(text),
    /** `RS256` when left out. */
    algorithms: Type.Optional(listOf(ALGORITHMS)),
    /** Accepted values of `typ`; `at+jwt` when left out. */
    types: Type.Optional(Type.Array(text, { minItems: 1 })),
    /** `sub` when left out. */
    subjectClaim: Type.Optional(text),
    /** `scope` when left out, and no fixed scopes are given. */
    scopeClaim: Type.Optional(text),
    scopes: Type.Optional(listOf(SCOPES)),
    allowAdmin: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
type IssuerEntry = Static<typeof IssuerEntry>;

export interface IssuerSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string | undefined;
  readonly algorithms: readonly string[];
  readonly types: readonly string[];
  readonly subjectClaim: string;
  readonly scopes:
    | { readonly kind: 'claim'; readonly name: string }
    | { readonly kind: 'fixed'; readonly scopes: readonly Scope[] };
  readonly allowAdmin: boolean;
}

export type IssuersResult =
  | { readonly kind: 'issuers'; readonly issuers: readonly IssuerSettings[] }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Reads the outside issuers from a JSON array, or from a file that holds one; lists all that is wrong at once. */
export function readIssuers(value: string | undefined, publicUrl: string): IssuersResult {
  if (value === undefined || value.trim() === '') return { kind: 'issuers', issuers: [] };
  try {
    const json = value.trimStart().startsWith('[') ? value : readFileSync(value, 'utf8');
    return parseIssuers(JSON.parse(json), publicUrl);
  } catch (cause) {
    return { kind: 'invalid', problems: [cause instanceof Error ? cause.message : 'cannot be read'] };
  }
}

function parseIssuers(json: unknown, publicUrl: string): IssuersResult {
  if (!Array.isArray(json)) return { kind: 'invalid', problems: ['is not a JSON array'] };
  const shape = shapeOf(Type.Array(IssuerEntry))(json);
  if (shape.kind === 'invalid') {
    return { kind: 'invalid', problems: shape.explain().map((fault) => `${fault.place}: ${fault.text}`) };
  }
  const { value } = shape;
  const issuers = value.map((entry) => entry.issuer);
  const repeated = issuers.filter((issuer, at) => issuers.indexOf(issuer) !== at);
  const problems = [
    ...repeated.map((issuer) => `${issuer} is listed more than once`),
    ...value.flatMap((entry) => findProblems(entry, publicUrl)),
  ];
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'issuers', issuers: value.map(settingsOf) };
}

function findProblems({ issuer, jwksUri, scopeClaim, scopes, allowAdmin }: IssuerEntry, publicUrl: string): string[] {
  const problems: string[] = [];
  if (issuer === publicUrl) problems.push(`${issuer} is this service itself`);
  if (!isTrustworthyUrl(issuer)) problems.push(`${issuer} is not an https address`);
  if (jwksUri !== undefined && !isTrustworthyUrl(jwksUri)) problems.push(`${jwksUri} is not an https address`);
  if (scopeClaim !== undefined && scopes !== undefined) problems.push(`${issuer}: scopeClaim or scopes, not both`);
  if (scopes?.includes('fleet:admin') === true && allowAdmin !== true) {
    problems.push(`${issuer}: fleet:admin needs allowAdmin`);
  }
  return problems;
}

function settingsOf(entry: IssuerEntry): IssuerSettings {
  const { issuer, audience, jwksUri, scopes, scopeClaim = 'scope' } = entry;
  return {
    issuer,
    audience,
    jwksUri,
    algorithms: entry.algorithms ?? ['RS256'],
    types: (entry.types ?? ['at+jwt']).map((type) => type.toLowerCase().replace(/^application\//, '')),
    subjectClaim: entry.subjectClaim ?? 'sub',
    scopes: scopes === undefined ? { kind: 'claim', name: scopeClaim } : { kind: 'fixed', scopes },
    allowAdmin: entry.allowAdmin ?? false,
  };
}

/** Keys come over https; in the clear only from this machine itself. */
export function isTrustworthyUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}
