import { type Static, Type } from 'typebox';
import { jwtVerify, SignJWT } from 'jose';
import type { SigningKeys } from '../../identity/signing-keys.ts';
import { shapeOf } from '../../wire/value-or-throw.ts';

/** A sign-in under way: kept by the browser that began it, and by nobody else. */
const SignInState = Type.Object({
  provider: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  /** Where the person wanted to go. */
  to: Type.String(),
});
export type SignInState = Static<typeof SignInState>;

export const SIGN_IN_SECONDS = 600;
const ALGORITHM = 'ES256';
// No access token: nothing else takes this type.
const TYPE = 'sign-in+jwt';
const shapeOfState = shapeOf(SignInState);

export interface StateSigning {
  readonly keys: Pick<SigningKeys, 'signingKey' | 'findKey'>;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** Writes a sign-in down for its browser, signed, so that any node knows it again. */
export async function writeSignInState({ keys, publicUrl, now }: StateSigning, state: SignInState): Promise<string> {
  const { kid, privateKey } = await keys.signingKey();
  const issuedAt = Math.floor(now() / 1_000);
  return new SignJWT({ ...state })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(publicUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SIGN_IN_SECONDS)
    .sign(privateKey);
}

/** The sign-in that a browser began; undefined for what this service did not write, or long ago. */
export async function readSignInState(
  { keys, publicUrl, now }: StateSigning,
  text: string | undefined,
): Promise<SignInState | undefined> {
  if (text === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(
      text,
      async ({ kid = '' }) => {
        const key = await keys.findKey({ kid, alg: ALGORITHM });
        if (key === undefined) throw new Error('there is no such key');
        return key;
      },
      { algorithms: [ALGORITHM], typ: TYPE, issuer: publicUrl, currentDate: new Date(now()) },
    );
    const { provider, state, nonce, verifier, to } = payload;
    const shape = shapeOfState({ provider, state, nonce, verifier, to });
    return shape.kind === 'invalid' ? undefined : shape.value;
  } catch {
    // Whatever the library has against it, this service did not write it, or its time is over.
    return undefined;
  }
}
