import { type CryptoKey, createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { type KeyName, pickKey } from '../tokens/token-issuer.ts';

const REFRESH_AFTER_MS = 60_000;
// For a name that is not known: whoever makes names up holds up the news of a new key for no longer than this.
const LOOK_AGAIN_AFTER_MS = 5_000;
const RETRY_AFTER_MS = 30_000;
const RETRY_WITHOUT_KEYS_MS = 1_000;
const STALE_UP_TO_MS = 24 * 3_600_000;

export interface OutsideKeysOptions {
  readonly fetchKeys: () => Promise<JSONWebKeySet>;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

interface Fetched {
  readonly at: number;
  readonly keySet: LocalJWKSet;
  readonly kids: ReadonlySet<unknown>;
}

/**
 * The keys of an outside issuer, fetched when they are needed and kept:
 *
 *     0 ───────── 1 min ───────────────────────────────── 24 h
 *     as they are │ fetched anew; if that fails, as they are │ none
 */
export function createOutsideKeys({ fetchKeys, now, onFailure }: OutsideKeysOptions) {
  let fetched: Fetched | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let fetching: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    triedAt = now();
    try {
      const jwks = await fetchKeys();
      hasFailed = false;
      fetched = { at: triedAt, keySet: createLocalJWKSet(jwks), kids: new Set(jwks.keys.map(({ kid }) => kid)) };
    } catch (cause) {
      hasFailed = true;
      onFailure(cause);
    } finally {
      fetching = undefined;
    }
  }

  function usable(maxAgeMs: number): Fetched | undefined {
    return fetched !== undefined && now() - fetched.at < maxAgeMs ? fetched : undefined;
  }

  function pauseMs(): number {
    if (usable(STALE_UP_TO_MS) === undefined) return RETRY_WITHOUT_KEYS_MS;
    return hasFailed ? RETRY_AFTER_MS : LOOK_AGAIN_AFTER_MS;
  }

  return async (name: KeyName): Promise<CryptoKey | undefined> => {
    const isKnown = usable(REFRESH_AFTER_MS)?.kids.has(name.kid) === true;
    if (!isKnown && (fetching !== undefined || now() - triedAt >= pauseMs())) await (fetching ??= refresh());
    const keys = usable(STALE_UP_TO_MS);
    return keys === undefined ? undefined : pickKey(keys.keySet, name);
  };
}
