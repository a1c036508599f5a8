import { AppError, rolesWith, type Scope } from '@setpoint/contract';
import type { Caller } from '../identity/caller.ts';

export function unauthorized(): AppError {
  return new AppError('unauthorized', 'a valid access token is required: Authorization: Bearer <token>');
}

export function missingScope(scope: Scope, { person }: Pick<Caller, 'person'>): AppError {
  return new AppError(
    'forbidden',
    person === undefined ? `the token lacks the scope ${scope}` : missingRole(scope, person),
  );
}

function missingRole(scope: Scope, { roles }: { readonly roles: readonly string[] }): string {
  const wanted = rolesWith(scope);
  const have = roles.length === 0 ? 'you have no role' : `you are ${roles.join(' and ')}`;
  if (wanted.length === 0) return `this is for clients: no role allows ${scope}`;
  return `this needs the role ${wanted.join(' or ')}, and ${have}; ask an operator for it`;
}

/** The refusal of a caller that can see a site, or knows of it, and may not do what it asked. */
export function noAccess({ person }: Pick<Caller, 'person'> = {}): AppError {
  const text =
    person === undefined
      ? 'this client has no grant that allows this'
      : 'none of your roles allows this here; ask an operator for one on this site or pool';
  return new AppError('forbidden', text);
}
