import type { KoaContextWithOIDC } from 'oidc-provider';

type Answering = (context: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void>;

/** For tests: a provider that answers another ID token than the one that it made, or none. */
export function answerIdTokens(answer: (idToken: string) => Promise<string | undefined>): Answering {
  return async (context, next) => {
    await next();
    const { id_token: idToken, ...rest } = (context.body ?? {}) as Readonly<Record<string, unknown>>;
    if (context.path !== '/token' || typeof idToken !== 'string') return;
    const answered = await answer(idToken);
    context.body = answered === undefined ? rest : { ...rest, id_token: answered };
  };
}
