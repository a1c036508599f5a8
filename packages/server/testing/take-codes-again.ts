import type { KoaContextWithOIDC } from 'oidc-provider';

type Taking = (context: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void>;

/** For tests: a provider that answers a code that was used as it did the first time. */
export function takeCodesAgain(isTaken: () => boolean): Taking {
  const answers = new Map<string, unknown>();
  return async (context, next) => {
    await next();
    if (context.path !== '/token' || !isTaken()) return;
    const { code, device_code: deviceCode } = context.oidc.body ?? {};
    const used = String(code ?? deviceCode);
    if (context.status === 200) answers.set(used, context.body);
    else if (answers.has(used)) Object.assign(context, { status: 200, body: answers.get(used) });
  };
}
