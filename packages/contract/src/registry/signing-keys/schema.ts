import { type Static, Type } from 'typebox';
import { instant, oneOf, titled, uuid } from '../../schema/fields.ts';

export const SigningKey = titled('SigningKey', {
  keyId: uuid('The `kid` of the tokens that it signed.'),
  createdAt: instant(),
  state: oneOf(
    ['next', 'signing', 'retired'],
    '`next`: published, and signs ten minutes after it was made. `signing`: signs new tokens. `retired`: only verifies those that it signed.',
  ),
});
export type SigningKey = Static<typeof SigningKey>;

export const SigningKeyList = titled('SigningKeyList', { keys: Type.Array(SigningKey) });
export type SigningKeyList = Static<typeof SigningKeyList>;
