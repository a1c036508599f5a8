import type { TokenResponse } from '@setpoint/contract';

/** Where the bearer token of a request comes from. */
export interface TokenSource {
  /** A token that stays valid for a while. */
  current(): Promise<string>;
  /** Called with a token that was refused; true if another one can be requested. */
  discard(token: string): boolean;
}

/** A token from elsewhere, which cannot be renewed here. */
export function fixedToken(token: string): TokenSource {
  return { current: () => Promise.resolve(token), discard: () => false };
}

interface Held {
  readonly token: string;
  readonly renewAt: number;
}

const RENEWED_BEFORE_END_MS = 60_000;
const RENEWED_AFTER_SHARE = 0.8;

/** Keeps a token until shortly before it expires. Callers that need a new one at the same time share one request. */
export function renewedToken(request: () => Promise<TokenResponse>, now: () => number = Date.now): TokenSource {
  let held: Held | undefined;
  let pending: Promise<Held> | undefined;

  async function renew(): Promise<Held> {
    const askedAt = now();
    try {
      const { access_token: token, expires_in: seconds } = await request();
      const lifetimeMs = seconds * 1_000;
      const renewAfterMs = Math.max(lifetimeMs - RENEWED_BEFORE_END_MS, lifetimeMs * RENEWED_AFTER_SHARE);
      held = { token, renewAt: askedAt + renewAfterMs };
      return held;
    } finally {
      pending = undefined;
    }
  }

  return {
    async current() {
      if (held !== undefined && now() < held.renewAt) return held.token;
      pending ??= renew();
      return (await pending).token;
    },
    discard(token) {
      if (held?.token === token) held = undefined;
      return true;
    },
  };
}
