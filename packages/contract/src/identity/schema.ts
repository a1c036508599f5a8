import { Type, type Static } from 'typebox';

const strict = { additionalProperties: false } as const;

/** What a token may be used for; what a client may touch is decided by its grants. */
export const SCOPES = ['sites:read', 'schedules:write', 'fleet:admin', 'fleet:webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Number({ description: 'Seconds.' }),
    scope: Type.String(),
  },
  { ...strict, title: 'TokenResponse' },
);
export type TokenResponse = Static<typeof TokenResponse>;

/** RFC 6749 §5.2: the token endpoint has an error body of its own. */
export const TokenError = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { ...strict, title: 'TokenError' },
);
export type TokenError = Static<typeof TokenError>;
