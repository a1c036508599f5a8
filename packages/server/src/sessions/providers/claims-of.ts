import type { Claimed } from '../../people/apply-claims.ts';
import { isObject, type JsonObject } from '../../identity/tokens/parse-token.ts';

const MOST_GROUPS = 500;
const MAX_GROUP_CHARS = 255;
const MAX_NAME_CHARS = 200;
const MAX_EMAIL_CHARS = 320;
const MAX_SUBJECT_CHARS = 255;

/** How a provider is to be read. */
export interface ReadClaims {
  readonly groupsClaim: string;
  /** Whether all its addresses belong to who has them, though it does not say so. */
  readonly areEmailsVerified: boolean;
}

/** What a provider says of somebody; undefined where it names nobody by a subject that can be kept. */
export function claimsOf(
  claims: JsonObject,
  { groupsClaim, areEmailsVerified }: ReadClaims,
): Omit<Claimed, 'issuer'> | undefined {
  const { sub: subject } = claims;
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_CHARS || isUnfit(subject)) {
    return undefined;
  }
  const { email, isEmailVerified } = emailOf(claims, areEmailsVerified);
  const name = textOf(claims['name'], MAX_NAME_CHARS) ?? textOf(claims['preferred_username'], MAX_NAME_CHARS);
  return {
    subject,
    personName: name ?? email ?? subject.slice(0, MAX_NAME_CHARS),
    email,
    isEmailVerified,
    groups: groupsOf(claimAt(claims, groupsClaim)),
  };
}

// OpenID Connect Core 1.0 §5.1 has a boolean; some send its name. Anything else says nothing.
function emailOf(claims: JsonObject, areEmailsVerified: boolean): Pick<Claimed, 'email' | 'isEmailVerified'> {
  const { email_verified: verified } = claims;
  const email = textOf(claims['email'], MAX_EMAIL_CHARS);
  if (email === undefined || verified === false || verified === 'false') return { email: null, isEmailVerified: false };
  return { email, isEmailVerified: verified === true || verified === 'true' || areEmailsVerified };
}

/** A claim by its name; if there is none of that name, a dot leads into an object, as in `realm_access.roles`. */
export function claimAt(claims: JsonObject, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) at = isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return at;
}

function groupsOf(claim: unknown): string[] {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  const fit = named.filter(
    (one): one is string => typeof one === 'string' && one !== '' && one.length <= MAX_GROUP_CHARS && !isUnfit(one),
  );
  return [...new Set(fit)].slice(0, MOST_GROUPS);
}

function textOf(claim: unknown, longest: number): string | undefined {
  if (typeof claim !== 'string' || isUnfit(claim)) return undefined;
  const text = claim.trim().slice(0, longest).toWellFormed();
  return text === '' ? undefined : text;
}

// What no database keeps, and what would steer a terminal.
function isUnfit(text: string): boolean {
  return !text.isWellFormed() || /\p{Cc}/u.test(text);
}
