import { hash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';

type Check = (context: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void>;

/** For tests: as Keycloak does it, a device needs PKCE too where a client must have that. */
export function checkDevicePkce(): Check {
  const challenges = new Map<string, string>();
  return async (context, next) => {
    await next();
    const sent = (context.oidc?.body ?? {}) as Readonly<Record<string, string | undefined>>;
    const refuse = (error: string, problem: string) => {
      context.status = 400;
      context.body = { error, error_description: problem };
    };
    if (context.status !== 200) return;
    if (context.path === '/device/auth') {
      const { code_challenge: challenge, code_challenge_method: method } = sent;
      if (method !== 'S256' || challenge === undefined)
        return refuse('invalid_request', 'Missing parameter: code_challenge_method');
      challenges.set((context.body as { device_code: string }).device_code, challenge);
    } else if (sent['device_code'] !== undefined) {
      const isRight = hash('sha256', sent['code_verifier'] ?? '', 'base64url') === challenges.get(sent['device_code']);
      if (!isRight) refuse('invalid_grant', 'PKCE verification failed');
    }
  };
}
