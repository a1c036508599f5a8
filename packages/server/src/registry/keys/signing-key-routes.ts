import { AppError, type SigningKeyList } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { noSuch } from '../../http/send/no-such.ts';
import type { SigningKeys } from '../../identity/keys/signing-keys.ts';
import type { Serve } from '../../serving/serve-operations.ts';

const MOST_KEYS = 8;

/** The keys that the service signs tokens with: for operators. */
export function signingKeyRoutes(serve: Serve, { keys }: { readonly keys: SigningKeys }): void {
  async function listed(): Promise<SigningKeyList> {
    const all = await keys.list();
    return { keys: all.map(({ kid, createdAt, state }) => ({ keyId: kid, createdAt: instantText(createdAt), state })) };
  }

  serve('listSigningKeyStates', listed);

  serve('rotateSigningKey', async ({ by }) => {
    if ((await keys.list()).length >= MOST_KEYS) {
      throw new AppError('conflict', `there are ${MOST_KEYS} keys; revoke one of them first`);
    }
    await keys.rotate(by);
    return listed();
  });

  serve('revokeSigningKey', async ({ ids, by }) => {
    if (!(await keys.revoke(ids.keyId, by))) throw noSuch('key');
  });
}
