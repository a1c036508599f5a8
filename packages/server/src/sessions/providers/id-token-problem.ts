import type { JsonObject } from '../../identity/tokens/parse-token.ts';
import type { ProviderSettings } from './provider-settings.ts';

const LONGEST_AGE_SECONDS = 600;

interface IdTokenRules extends Pick<ProviderSettings, 'clientId' | 'clockToleranceSeconds'> {
  readonly now: number;
  /** Whether somebody signs in by it, and it was made just now. */
  readonly isSignIn: boolean;
}

/** What is wrong with an ID token that the library let pass; undefined for nothing. */
export function idTokenProblem({ azp, iat }: JsonObject, rules: IdTokenRules): string | undefined {
  const { clientId, clockToleranceSeconds, now, isSignIn } = rules;
  // OpenID Connect Core 1.0 §3.1.3.7, 5: also where there is one audience.
  if (azp !== undefined && azp !== clientId) return 'the ID token was made for another client';
  // The same, 10. It names a second.
  const ageSeconds = Math.ceil(now / 1_000) - Number(iat);
  if (!(ageSeconds >= -clockToleranceSeconds)) return 'the ID token was made at a time that is to come';
  if (isSignIn && ageSeconds > LONGEST_AGE_SECONDS + clockToleranceSeconds) return 'the ID token is an old one';
  return undefined;
}
