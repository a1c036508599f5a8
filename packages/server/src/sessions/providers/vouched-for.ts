import * as oidc from 'openid-client';
import type { JsonObject } from '../../identity/tokens/parse-token.ts';
import type { Claimed } from '../../people/apply-claims.ts';
import { claimAt, claimsOf } from './claims-of.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { ProviderTokens } from './seal-tokens.ts';

/** Somebody whom a provider vouches for. */
export interface VouchedFor {
  readonly claimed: Claimed;
  /** The `sid` by which the provider knows this sign-in. */
  readonly providerSession: string | null;
  readonly tokens: ProviderTokens;
}

/** By what an answer is read. */
export interface VouchingRules extends Pick<
  ProviderSettings,
  'issuer' | 'clientId' | 'clockToleranceSeconds' | 'groupsClaim' | 'areEmailsVerified'
> {
  readonly now: () => number;
}

interface Answered {
  readonly tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
  /** Who it is about, where a session is renewed: an answer need not say so again. */
  readonly subject?: string | undefined;
}

/** An answer that does not say who somebody is. */
class NamesNobody extends Error {}

/** Reads who somebody is from what a provider answered with, all of it checked before. */
export async function vouchedFor(
  config: oidc.Configuration,
  rules: VouchingRules,
  { tokens, subject }: Answered,
): Promise<VouchedFor> {
  const { issuer, groupsClaim, areEmailsVerified } = rules;
  const said = saidOrThrow(rules, { tokens, subject });
  const who = said['sub'] ?? subject;
  if (typeof who !== 'string') throw new NamesNobody('the provider names nobody');
  const isComplete = claimAt(said, groupsClaim) !== undefined && said['name'] !== undefined;
  const asked = isComplete ? {} : await userInfo(config, tokens.access_token, who);
  // What one answer says of an address is not about the address of the other.
  const { email_verified: _verified, ...rest }: JsonObject = asked;
  const more = said['email'] === undefined ? asked : rest;
  const claimed = claimsOf({ ...more, ...said, sub: who }, { groupsClaim, areEmailsVerified });
  if (claimed === undefined) throw new NamesNobody('the provider names a subject that cannot be kept');
  const { sid } = said;
  return {
    claimed: { ...claimed, issuer },
    providerSession: typeof sid === 'string' && sid.length <= 255 ? sid : null,
    tokens: { refreshToken: tokens.refresh_token, idToken: tokens.id_token },
  };
}

// Nothing, where there is no ID token.
function saidOrThrow(rules: VouchingRules, { tokens, subject }: Answered): JsonObject {
  const said = tokens.claims() as JsonObject | undefined;
  if (said === undefined) return {};
  const problem = idTokenProblem(said, { ...rules, now: rules.now(), isSignIn: subject === undefined });
  if (problem !== undefined) throw new NamesNobody(problem);
  return { ...said };
}

const LONGEST_AGE_SECONDS = 600;

interface IdTokenRules extends Pick<ProviderSettings, 'clientId' | 'clockToleranceSeconds'> {
  readonly now: number;
  /** Whether somebody signs in by it, and it was made just now. */
  readonly isSignIn: boolean;
}

/** What is wrong with an ID token that the library let pass; undefined for nothing. */
function idTokenProblem({ azp, iat }: JsonObject, rules: IdTokenRules): string | undefined {
  const { clientId, clockToleranceSeconds, now, isSignIn } = rules;
  // OpenID Connect Core 1.0 §3.1.3.7, 5: also where there is one audience.
  if (azp !== undefined && azp !== clientId) return 'the ID token was made for another client';
  // The same, 10. It names a second.
  const ageSeconds = Math.ceil(now / 1_000) - Number(iat);
  if (!(ageSeconds >= -clockToleranceSeconds)) return 'the ID token was made at a time that is to come';
  if (isSignIn && ageSeconds > LONGEST_AGE_SECONDS + clockToleranceSeconds) return 'the ID token is an old one';
  return undefined;
}

// Of a server that cannot be reached, or refuses this service, the library says something else.
const UNTRUSTED: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** Whether a provider did answer, and what it answered proves nothing. */
export function isUntrusted(cause: unknown): boolean {
  return cause instanceof NamesNobody || (cause instanceof oidc.ClientError && UNTRUSTED.has(cause.code));
}

// Groups are often to be found there alone.
async function userInfo(config: oidc.Configuration, accessToken: string, subject: string): Promise<JsonObject> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return { ...(await oidc.fetchUserInfo(config, accessToken, subject)) };
}
