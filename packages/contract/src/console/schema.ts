import { Type, type Static } from 'typebox';
import { TokenResponse } from '../identity/schema.ts';
import { boolean, closed, instant, oneOf, text, titled, uuid } from '../schema/fields.ts';

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
  kind: oneOf(['client', 'person'], 'Whether a client or a person is signed in.'),
  clientId: uuid('The client or the person.'),
  clientName: text(),
  endsAt: instant('When the session ends, however much it is used.'),
});
export type SessionToken = Static<typeof SessionToken>;

export const ProviderList = titled('ProviderList', {
  providers: Type.Array(closed({ id: text('As addresses name it.'), name: text('As its button says.') })),
});
export type ProviderList = Static<typeof ProviderList>;

export const SignInRequest = titled('SignInRequest', {
  provider: Type.String({ minLength: 1, maxLength: 40 }),
  to: Type.Optional(Type.String({ maxLength: 2_000, description: 'Where to go afterwards: a path of this page.' })),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const Redirection = titled('Redirection', { url: text('Where the browser goes next.') });
export type Redirection = Static<typeof Redirection>;

/** Why a sign-in came to nothing, as the page that it ends on is told. */
export const SIGN_IN_PROBLEMS = ['expired', 'refused', 'failed', 'disabled'] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Stands in the query of the page that a failed sign-in ends on. */
export const SIGN_IN_PROBLEM_QUERY = 'sign-in';
