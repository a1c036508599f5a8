import * as oidc from 'openid-client';
import { isObject } from '../../identity/tokens/parse-token.ts';

const MOST_CHARS = 200;

/** Why a provider cannot be used, with what to do about it. */
export function discoveryProblem(issuer: string, cause: unknown): Error {
  return new Error(problemOf(issuer, cause), { cause });
}

/** Of one that calls itself otherwise: who signs must be who was set. */
export function otherIssuer(issuer: string, named: unknown): string {
  return `${issuer} calls itself ${String(named).slice(0, MOST_CHARS)}: set that as its issuer if you trust it`;
}

function problemOf(issuer: string, cause: unknown): string {
  const metadata = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { code, cause: answer } = cause instanceof oidc.ClientError ? cause : { code: undefined, cause: undefined };
  switch (code) {
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return otherIssuer(issuer, isObject(answer) && isObject(answer['body']) ? answer['body']['issuer'] : undefined);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `${metadata} answers ${answer instanceof Response ? answer.status : 'no'}: check its issuer`;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_INVALID_RESPONSE':
      return `${metadata} has no metadata of a provider: check its issuer`;
    default:
      return `${metadata} cannot be reached: check its issuer, and that this machine may connect to it`;
  }
}
