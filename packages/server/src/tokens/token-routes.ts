import { PATHS, SCOPES, TOKEN_EXCHANGE, type TokenError } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { issueToken, type IssueTokenOutput } from '../identity/tokens/issue-token.ts';
import { noteToken, type TokenCounting } from '../identity/tokens/note-token.ts';
import type { TokenIssuing } from '../identity/tokens/token-issuing.ts';
import type { TokenErrorCode } from '../identity/tokens/prove-client.ts';
import { actorOf } from '../identity/actor-of.ts';
import type { Budget } from '../limits/budget.ts';
import { tooMany } from '../limits/too-many.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { noteRefusal } from '../http/send/note-refusal.ts';
import { placeOperation } from '../serving/place-operation.ts';
import { readForm } from '../http/read/read-form.ts';

const CACHE_KEYS = 'public, max-age=300';

const NO_FORM: IssueTokenOutput = {
  kind: 'refused',
  error: 'invalid_request',
  description: 'send the body as application/x-www-form-urlencoded',
};

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  unauthorized_client: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
} as const satisfies Record<TokenErrorCode, number>;

export interface TokenRoutes extends TokenIssuing, TokenCounting {
  /** Wrong credentials by address; left out, they are not counted. */
  readonly failures: RateLimit;
  readonly budget: Pick<Budget, 'open'>;
}

/** Where clients get their tokens, and others what they need to check them. */
export function tokenRoutes(app: FastifyInstance, issuing: TokenRoutes): void {
  const metadata = JSON.stringify(serverMetadata(issuing.publicUrl));

  placeOperation(app, 'issueToken', async (request, reply) => {
    // RFC 6749 §5.1.
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json');
    const form = await readForm(request);
    if (form === undefined) return answer(reply, NO_FORM);
    await issuing.budget.open(reply, request.ip);
    const outcome = await issueToken(issuing, { authorization: request.headers.authorization, form });
    const isFailure = outcome.kind === 'refused' && outcome.error === 'invalid_client';
    if (isFailure) {
      noteRefusal(request, 'unauthorized', outcome.claimed);
      if (!issuing.failures.take(request.ip)) throw tooMany('failures');
    }
    const holder = holderOf(outcome);
    if (holder !== undefined) {
      noteToken(issuing, { actor: actorOf(holder), address: request.ip, requestId: request.id });
    }
    return answer(reply, outcome);
  });

  placeOperation(app, 'listSigningKeys', async (_request, reply) => {
    reply.header('Cache-Control', CACHE_KEYS).header('Content-Type', 'application/json');
    return JSON.stringify(await issuing.keys.publicKeys());
  });

  placeOperation(app, 'getAuthorizationServer', async (_request, reply) => {
    reply.header('Cache-Control', CACHE_KEYS).header('Content-Type', 'application/json');
    return metadata;
  });
}

function holderOf(outcome: IssueTokenOutput) {
  switch (outcome.kind) {
    case 'issued':
      return { clientId: outcome.clientId };
    case 'exchanged':
      return outcome.caller;
    case 'refused':
      return undefined;
  }
}

function answer(reply: FastifyReply, outcome: IssueTokenOutput): string {
  if (outcome.kind !== 'refused') return JSON.stringify(outcome.response);
  const { error, description } = outcome;
  reply.code(STATUS[error]);
  if (error === 'invalid_client') reply.header('WWW-Authenticate', 'Basic realm="token"');
  return JSON.stringify({ error, error_description: description } satisfies TokenError);
}

/** What RFC 8414 lets a client find out about this service as an authorization server. */
function serverMetadata(publicUrl: string) {
  return {
    issuer: publicUrl,
    token_endpoint: `${publicUrl}${PATHS.token}`,
    jwks_uri: `${publicUrl}${PATHS.jwks}`,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['client_credentials', TOKEN_EXCHANGE.grantType],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}
