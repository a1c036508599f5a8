import { Type, type Static } from 'typebox';
import { TokenResponse } from '../identity/schema.ts';

const strict = { additionalProperties: false } as const;

/** How the console signs in; for that page alone, which is why the description of the interface leaves it out. */
export const SESSION_PATHS = {
  session: '/session',
  links: '/session/links',
  token: '/session/token',
  everywhere: '/session/everywhere',
} as const;

/** Before the secret, in the fragment of a sign-in link: a part of an address that no server gets to see. */
export const SIGN_IN_FRAGMENT = '#sign-in=';

export const SignInLink = Type.Object(
  { url: Type.String(), expiresAt: Type.String({ format: 'date-time' }) },
  { ...strict, title: 'SignInLink', description: 'Good once.' },
);
export type SignInLink = Static<typeof SignInLink>;

export const RedeemLinkRequest = Type.Object(
  { secret: Type.String({ minLength: 1, maxLength: 200 }) },
  { ...strict, title: 'RedeemLinkRequest' },
);
export type RedeemLinkRequest = Static<typeof RedeemLinkRequest>;

export const SessionToken = Type.Object(
  {
    ...TokenResponse.properties,
    clientId: Type.String({ format: 'uuid' }),
    clientName: Type.String(),
    endsAt: Type.String({ format: 'date-time', description: 'When the session ends, however much it is used.' }),
  },
  { ...strict, title: 'SessionToken' },
);
export type SessionToken = Static<typeof SessionToken>;
