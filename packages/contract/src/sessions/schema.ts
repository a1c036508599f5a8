import { Type, type Static } from 'typebox';
import { TokenResponse } from '../identity/schema.ts';
import { boolean, closed, instant, number, oneOf, text, titled, uuid } from '../schema/fields.ts';

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

const provider = Type.Optional(
  Type.String({ minLength: 1, maxLength: 40, description: 'May be left out where there is only one.' }),
);
const ticket = Type.String({ minLength: 1, maxLength: 8_000 });

/** A command line that waits on this machine for the browser to come back. */
export const BeginLoginRequest = titled('BeginLoginRequest', {
  provider,
  port: Type.Integer({ minimum: 1_024, maximum: 65_535, description: 'Where it listens, at 127.0.0.1.' }),
});

export const LoginBegun = titled('LoginBegun', {
  url: text('Where the browser goes.'),
  state: text('The value that the browser must send back.'),
  ticket: text('Shown again with what the browser brings.'),
});
export type LoginBegun = Static<typeof LoginBegun>;

export const FinishLoginRequest = titled('FinishLoginRequest', {
  ticket,
  query: Type.String({ maxLength: 8_000, description: 'All that the browser brought back, from the `?` on.' }),
});

export const BeginDeviceRequest = titled('BeginDeviceRequest', { provider });

export const DeviceLogin = titled('DeviceLogin', {
  userCode: text('The code that the person types there.'),
  url: text('Where the person types it.'),
  urlWithCode: Type.Optional(text('The same with the code in it.')),
  expiresInSeconds: number(),
  intervalSeconds: number('How long to wait between two questions.'),
  ticket: text('Shown with each question.'),
});
export type DeviceLogin = Static<typeof DeviceLogin>;

export const PollDeviceRequest = titled('PollDeviceRequest', { ticket });

/** Nobody has said yes yet. */
export const DeviceWaiting = titled('DeviceWaiting', {
  isWaiting: Type.Literal(true),
  isTooFast: Type.Boolean({ description: 'Whether to ask 5 s less often from now on.' }),
});
export type DeviceWaiting = Static<typeof DeviceWaiting>;

/** Somebody is signed in at a command line. */
export const LoginDone = titled('LoginDone', {
  ...SessionToken.properties,
  secret: text('The secret that the command line keeps, to get new tokens.'),
});
export type LoginDone = Static<typeof LoginDone>;
