import { type CryptoKey, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import type { KeyName } from '../../identity/tokens/token-issuer.ts';
import { isObject, type JsonObject } from '../../identity/tokens/parse-token.ts';

/** Whom a provider has signed out. */
export interface LogoutNotice {
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** When it was made at the latest, by the clock of this service. */
  readonly madeBy: number;
}

interface LogoutRules {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: string;
  readonly clockToleranceSeconds: number;
  findKey(name: KeyName): Promise<CryptoKey | undefined>;
  readonly now: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
// A notice says what happened just now; one that somebody kept ends nothing.
const LONGEST_AGE_SECONDS = 120;

/** OpenID Connect Back-Channel Logout 1.0 §2.6. */
export async function readLogoutToken(token: string, rules: LogoutRules): Promise<LogoutNotice | undefined> {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (alg !== rules.algorithm || typeof kid !== 'string') return undefined;
    const key = await rules.findKey({ alg, kid });
    if (key === undefined) return undefined;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [rules.algorithm],
      issuer: rules.issuer,
      audience: rules.audience,
      clockTolerance: rules.clockToleranceSeconds,
      maxTokenAge: LONGEST_AGE_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: new Date(rules.now),
    });
    return noticeOf(payload, rules.clockToleranceSeconds);
  } catch {
    // Whatever the library has against it, it ends nothing.
    return undefined;
  }
}

function noticeOf(payload: JWTPayload, clockToleranceSeconds: number): LogoutNotice | undefined {
  const { sub: subject, sid, events, iat = 0, ...rest }: JsonObject & { readonly iat?: number } = { ...payload };
  if (subject !== undefined && typeof subject !== 'string') return undefined;
  if (!isObject(events) || !isObject(events[EVENT])) return undefined;
  // An ID token must not do for one.
  if (Object.hasOwn(rest, 'nonce')) return undefined;
  const providerSession = typeof sid === 'string' ? sid : undefined;
  if (subject === undefined && providerSession === undefined) return undefined;
  // It names a second, by the clock of the provider.
  return { subject, providerSession, madeBy: (Math.floor(iat) + 1 + clockToleranceSeconds) * 1_000 - 1 };
}
