import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Store } from '../store/store.ts';
import { readSigningKeys, type StoredSigningKey } from './read-signing-keys.ts';
import { type KeyName, pickKey } from './token-issuer.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';

const HOUR_MS = 3_600_000;
const ROTATE_AFTER_MS = 30 * 24 * HOUR_MS;
// A new key is published this long before it signs, so that every node and every cache has met it by then.
const PUBLISH_FIRST_MS = 10 * 60_000;
// A token lives 24 h at most; the rest is for clocks that differ.
const OUTLIVE_MS = 25 * HOUR_MS + PUBLISH_FIRST_MS;
const RELOAD_AFTER_MS = 30_000;
const RELOAD_FOR_UNKNOWN_MS = 1_000;

export interface SigningKeysOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly rotateAfterMs?: number;
}

export interface SigningKeys {
  /** The key that signs now; makes one when it is due. */
  signingKey(): Promise<{ readonly kid: string; readonly privateKey: CryptoKey }>;
  findKey(name: KeyName): Promise<CryptoKey | undefined>;
  /** The public keys, as they are published. */
  publicKeys(): Promise<{ readonly keys: readonly JWK[] }>;
}

interface Loaded {
  readonly at: number;
  readonly keys: readonly StoredSigningKey[];
  readonly keySet: ReturnType<typeof createLocalJWKSet>;
}

/** The keys of this service, shared by all nodes through the store; the first is made here if there is none. */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const { store, now, rotateAfterMs = ROTATE_AFTER_MS } = options;
  const importPrivate = rememberPrivateKeys();
  let rotating: Promise<readonly StoredSigningKey[]> | undefined;
  let loaded: Loaded | undefined;

  const publishedOf = (keys: readonly StoredSigningKey[]) =>
    keys.filter(({ createdAt }) => createdAt > now() - rotateAfterMs - OUTLIVE_MS);

  async function load(): Promise<Loaded> {
    const keys = publishedOf(await store.read(readSigningKeys, {}));
    const publicKeys = keys.map((key) => publicKeyOf(key));
    loaded = { at: now(), keys, keySet: createLocalJWKSet({ keys: publicKeys }) };
    return loaded;
  }

  async function rotate(): Promise<readonly StoredSigningKey[]> {
    const at = now();
    const candidate = await createKey(at);
    const rotateBefore = at - rotateAfterMs;
    return store.write(rotateSigningKey, { candidate, rotateBefore, removeBefore: rotateBefore - OUTLIVE_MS });
  }

  async function currentKeys(): Promise<readonly StoredSigningKey[]> {
    const keys = await store.read(readSigningKeys, {});
    const [newest] = keys;
    if (newest !== undefined && newest.createdAt > now() - rotateAfterMs) return keys;
    rotating ??= rotate().finally(() => (rotating = undefined));
    return rotating;
  }

  await currentKeys();
  return {
    async signingKey() {
      const keys = await currentKeys();
      const before = now() - PUBLISH_FIRST_MS;
      // Behind its time a key signs no more, whatever has met the newest: its tokens would outlive its publication.
      const settled = keys.find(({ createdAt }) => createdAt <= before && createdAt > before - rotateAfterMs);
      const key = settled ?? keys.at(0);
      if (key === undefined) throw new Error('there is no key to sign tokens with');
      return { kid: key.kid, privateKey: await importPrivate(key) };
    },
    async findKey(name) {
      let known = isFresh(loaded, now(), RELOAD_AFTER_MS) ? loaded : await load();
      const isKnown = known.keys.some(({ kid }) => kid === name.kid);
      if (!isKnown && !isFresh(known, now(), RELOAD_FOR_UNKNOWN_MS)) known = await load();
      return pickKey(known.keySet, name);
    },
    async publicKeys() {
      return { keys: publishedOf(await store.read(readSigningKeys, {})).map(publicKeyOf) };
    },
  };
}

function isFresh(loaded: Loaded | undefined, now: number, maxAgeMs: number): loaded is Loaded {
  return loaded !== undefined && now >= loaded.at && now - loaded.at < maxAgeMs;
}

async function createKey(now: number): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  return {
    kid,
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    publicJwk: JSON.stringify(publicJwk),
    createdAt: now,
  };
}

// Both texts were made by `createKey`.
function publicKeyOf({ publicJwk }: StoredSigningKey): JWK {
  return JSON.parse(publicJwk) as JWK;
}

function rememberPrivateKeys(): (key: StoredSigningKey) => Promise<CryptoKey> {
  let last: { readonly kid: string; readonly privateKey: CryptoKey } | undefined;
  return async ({ kid, privateJwk }) => {
    if (last?.kid === kid) return last.privateKey;
    const privateKey = (await importJWK(JSON.parse(privateJwk) as JWK, 'ES256')) as CryptoKey;
    last = { kid, privateKey };
    return privateKey;
  };
}
