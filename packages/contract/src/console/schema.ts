import { Type, type Static } from 'typebox';
import { TokenResponse } from '../identity/schema.ts';
import { boolean, closed, instant, text, titled, uuid } from '../schema/fields.ts';

/** Stands before the secret in the fragment of a sign-in link, which browsers never send to a server. */
export const SIGN_IN_FRAGMENT = '#sign-in=';

export const SignInLink = titled(
  'SignInLink',
  { url: text(), expiresAt: instant() },
  { description: 'Can be used once.' },
);
export type SignInLink = Static<typeof SignInLink>;

export const RedeemLinkRequest = titled('RedeemLinkRequest', {
  secret: Type.String({ minLength: 1, maxLength: 200 }),
  isReplacing: Type.Optional(boolean('Whether it may take the place of a session of another client.')),
});
export type RedeemLinkRequest = Static<typeof RedeemLinkRequest>;

const namedClient = closed({ clientId: uuid(), clientName: text() });

export const SignInQuestion = titled(
  'SignInQuestion',
  { signedIn: namedClient, link: namedClient },
  { description: 'Somebody else is signed in: the link was not used. Send it again with `isReplacing` to use it.' },
);
export type SignInQuestion = Static<typeof SignInQuestion>;

export const SessionToken = titled('SessionToken', {
  ...TokenResponse.properties,
  clientId: uuid(),
  clientName: text(),
  endsAt: instant('When the session ends, however much it is used.'),
});
export type SessionToken = Static<typeof SessionToken>;
