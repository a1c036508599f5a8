import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Store } from '../../store/store.ts';
import { addSealingKey, readSealingKeys } from './add-sealing-key.ts';
import { readKeySet, readSigningKeys, type StoredSigningKey } from './read-signing-keys.ts';
import { revokeSigningKey } from './revoke-signing-key.ts';
import { type KeyName, pickKey } from '../tokens/token-issuer.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import type { Deed } from '../../trail/deed.ts';

const HOUR_MS = 3_600_000;
const ROTATE_AFTER_MS = 30 * 24 * HOUR_MS;
// A new key is published this long before it signs, so that every node and every cache has met it by then.
const PUBLISH_FIRST_MS = 10 * 60_000;
// A token lives 24 h at most; the rest is for clocks that differ.
const OUTLIVE_MS = 25 * HOUR_MS + PUBLISH_FIRST_MS;
// By its id, everybody sees what a key is for.
const SEALS = 'seal-';
const RELOAD_AFTER_MS = 30_000;
// After a revocation a key may sign that was never published before; strangers who make names up cost no more than this.
const RELOAD_FOR_UNKNOWN_MS = 100;

export interface SigningKeysOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly rotateAfterMs?: number;
}

export interface SigningKeys {
  /** The key that signs now; makes one when it is due. */
  signingKey(): Promise<{ readonly kid: string; readonly privateKey: CryptoKey }>;
  /** The key that seals the audit log, and nothing else; makes one if there is none. */
  sealingKey(): Promise<{ readonly kid: string; readonly privateKey: CryptoKey; readonly publicKey: JWK }>;
  /** A key that verifies tokens: the sealing key does not. */
  findKey(name: KeyName): Promise<CryptoKey | undefined>;
  /** The public keys, as they are published: those of tokens, and the one of seals. */
  publicKeys(): Promise<{ readonly keys: readonly JWK[] }>;
  /** How many keys were revoked before those that tokens are verified with here were read. */
  revision(): number;
  /** Reads them again. */
  reload(): Promise<void>;
  /** The published keys, newest first. */
  list(): Promise<readonly ListedSigningKey[]>;
  /** Makes another key, which signs as soon as everybody can know it. */
  rotate(by?: Deed): Promise<void>;
  /** Ends a key, and every token that it signed; whether there was one to end. */
  revoke(kid: string, by?: Deed): Promise<boolean>;
}

interface ListedSigningKey {
  readonly kid: string;
  readonly createdAt: number;
  /** A key is published, then it signs, then it only verifies what it signed. */
  readonly state: 'next' | 'signing' | 'retired';
}

interface Loaded {
  readonly at: number;
  readonly revision: number;
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
    const { keys: stored, revision } = await store.read(readKeySet, {});
    const keys = publishedOf(stored);
    const publicKeys = keys.map((key) => publicKeyOf(key));
    loaded = { at: now(), revision, keys, keySet: createLocalJWKSet({ keys: publicKeys }) };
    return loaded;
  }

  async function currentKeys(): Promise<readonly StoredSigningKey[]> {
    const keys = await store.read(readSigningKeys, {});
    const [newest] = keys;
    if (newest !== undefined && newest.createdAt > now() - rotateAfterMs) return keys;
    rotating ??= addKey(options, now() - rotateAfterMs).finally(() => (rotating = undefined));
    return rotating;
  }

  await currentKeys();
  await load();
  return {
    async signingKey() {
      const key = signingOf(await currentKeys(), { now: now(), rotateAfterMs });
      if (key === undefined) throw new Error('there is no key to sign tokens with');
      // Who signs with it takes what it signed, however new it is.
      if (loaded?.keys.some(({ kid }) => kid === key.kid) !== true) await load();
      return { kid: key.kid, privateKey: await importPrivate(key) };
    },
    sealingKey: () => sealingKeyOf(options),
    async findKey(name) {
      let known = isFresh(loaded, now(), RELOAD_AFTER_MS) ? loaded : await load();
      const isKnown = known.keys.some(({ kid }) => kid === name.kid);
      if (!isKnown && !isFresh(known, now(), RELOAD_FOR_UNKNOWN_MS)) known = await load();
      return pickKey(known.keySet, name);
    },
    async publicKeys() {
      const tokens = publishedOf(await store.read(readSigningKeys, {}));
      return { keys: [...tokens, ...(await store.read(readSealingKeys, {}))].map(publicKeyOf) };
    },
    revision: () => loaded?.revision ?? 0,
    reload: async () => void (await load()),
    async list() {
      const keys = await currentKeys();
      const signing = signingOf(keys, { now: now(), rotateAfterMs });
      return publishedOf(keys).map((key) => listedKey(key, signing));
    },
    rotate: async (by) => void (await addKey(options, now(), by)),
    async revoke(kid, by) {
      const { isRevoked } = await store.write(revokeSigningKey, { kid, by });
      // The last may have gone: there is always one to sign with, and this node knows it at once.
      if (isRevoked) await currentKeys().then(load);
      return isRevoked;
    },
  };
}

async function sealingKeyOf({ store, now }: SigningKeysOptions) {
  const [known] = await store.read(readSealingKeys, {});
  const key = known ?? (await store.write(addSealingKey, { candidate: await createKey(now(), SEALS) }));
  const privateKey = (await importJWK(JSON.parse(key.privateJwk) as JWK, 'ES256')) as CryptoKey;
  return { kid: key.kid, privateKey, publicKey: publicKeyOf(key) };
}

/** Adds a key, unless there is one that was made later than `rotateBefore`. */
async function addKey(
  { store, now, rotateAfterMs = ROTATE_AFTER_MS }: SigningKeysOptions,
  rotateBefore: number,
  by?: Deed,
): Promise<readonly StoredSigningKey[]> {
  const at = now();
  const candidate = await createKey(at);
  const removeBefore = at - rotateAfterMs - OUTLIVE_MS;
  return store.write(rotateSigningKey, { candidate, rotateBefore, removeBefore, by });
}

interface Signing {
  readonly now: number;
  readonly rotateAfterMs: number;
}

function signingOf(keys: readonly StoredSigningKey[], { now, rotateAfterMs }: Signing): StoredSigningKey | undefined {
  const before = now - PUBLISH_FIRST_MS;
  // Behind its time a key signs no more, whatever has met the newest: its tokens would outlive its publication.
  return keys.find(({ createdAt }) => createdAt <= before && createdAt > before - rotateAfterMs) ?? keys.at(0);
}

function listedKey({ kid, createdAt }: StoredSigningKey, signing: StoredSigningKey | undefined): ListedSigningKey {
  if (signing === undefined || kid === signing.kid) return { kid, createdAt, state: 'signing' };
  return { kid, createdAt, state: createdAt > signing.createdAt ? 'next' : 'retired' };
}

function isFresh(loaded: Loaded | undefined, now: number, maxAgeMs: number): loaded is Loaded {
  return loaded !== undefined && now >= loaded.at && now - loaded.at < maxAgeMs;
}

async function createKey(now: number, prefix = ''): Promise<StoredSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = `${prefix}${crypto.randomUUID()}`;
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
