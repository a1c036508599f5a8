import { type CryptoKey, decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose';

export interface Forged {
  /** In the place of those of the token; undefined leaves one out. */
  readonly claims?: object;
  readonly header?: object;
  /** What it is signed with; left out, what the provider signs with. */
  readonly key?: CryptoKey | Uint8Array;
}

/** For tests: an ID token with something else in it, signed anew. */
export async function forgeIdToken(idToken: string, signingKey: JWK, { claims, header, key }: Forged): Promise<string> {
  const all = { alg: '', ...decodeProtectedHeader(idToken), ...header };
  return new SignJWT({ ...decodeJwt(idToken), ...claims })
    .setProtectedHeader(all)
    .sign(key ?? (await importJWK(signingKey, all.alg)));
}
