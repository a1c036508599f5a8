import { hash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { SigningKeys } from '../../identity/keys/signing-keys.ts';
import type { UsedTicket } from '../use-ticket.ts';
import type { Shape } from '../../wire/value-or-throw.ts';

const ALGORITHM = 'ES256';

/** What somebody gets to show again, so that any node can go on with what another began. */
export interface TicketKind<Value> {
  /** No access token, and no ticket of another kind: nothing else takes this type. */
  readonly type: string;
  readonly seconds: number;
  readonly shape: (value: unknown) => Shape<Value>;
}

export interface TicketSigning {
  readonly keys: Pick<SigningKeys, 'signingKey' | 'findKey'>;
  readonly publicUrl: string;
  readonly now: () => number;
}

export async function writeTicket<Value extends Readonly<Record<string, unknown>>>(
  { keys, publicUrl, now }: TicketSigning,
  { type, seconds }: TicketKind<Value>,
  value: Value,
): Promise<string> {
  const { kid, privateKey } = await keys.signingKey();
  const issuedAt = Math.floor(now() / 1_000);
  return new SignJWT({ ...value })
    .setProtectedHeader({ alg: ALGORITHM, typ: type, kid })
    .setIssuer(publicUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(privateKey);
}

/** How a ticket is remembered once somebody came in by it: by what it holds that is secret, and its own alone. */
export function usedTicket(kind: { readonly seconds: number }, secret: string, now: number): UsedTicket {
  return { ticketHash: hash('sha256', secret), ticketEndsAt: now + kind.seconds * 1_000 };
}

/** What a ticket says; undefined for one that this service did not write, or long ago. */
export async function readTicket<Value>(
  { keys, publicUrl, now }: TicketSigning,
  { type, shape }: TicketKind<Value>,
  text: string | undefined,
): Promise<Value | undefined> {
  if (text === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(
      text,
      async ({ kid = '' }) => {
        const key = await keys.findKey({ kid, alg: ALGORITHM });
        if (key === undefined) throw new Error('there is no such key');
        return key;
      },
      { algorithms: [ALGORITHM], typ: type, issuer: publicUrl, currentDate: new Date(now()) },
    );
    const { iss: _iss, iat: _iat, exp: _exp, ...said } = payload;
    const shaped = shape(said);
    return shaped.kind === 'invalid' ? undefined : shaped.value;
  } catch {
    // Whatever the library has against it, this service did not write it, or its time is over.
    return undefined;
  }
}
