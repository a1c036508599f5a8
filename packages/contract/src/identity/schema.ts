import { Type, type Static } from 'typebox';
import { number, text, titled } from '../schema/fields.ts';

/** What a token may be used for; what a client may touch is decided by its grants. */
export const SCOPES = ['sites:read', 'schedules:write', 'fleet:admin', 'fleet:webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}

export const TokenResponse = titled('TokenResponse', {
  access_token: text(),
  token_type: Type.Literal('Bearer'),
  expires_in: number('Seconds.'),
  scope: text(),
});
export type TokenResponse = Static<typeof TokenResponse>;

/** RFC 6749 §5.2: the token endpoint has an error body of its own. */
export const TokenError = titled('TokenError', { error: text(), error_description: Type.Optional(text()) });
export type TokenError = Static<typeof TokenError>;
