import { AppError, type Scope } from '@setpoint/contract';

export function unauthorized(): AppError {
  return new AppError('unauthorized', 'a valid access token is required: Authorization: Bearer <token>');
}

export function missingScope(scope: Scope): AppError {
  return new AppError('forbidden', `the token lacks the scope ${scope}`);
}

/** The refusal of a client that can see a site, or knows of it, and may not do what it asked. */
export function noAccess(): AppError {
  return new AppError('forbidden', 'this client has no grant that allows this');
}
