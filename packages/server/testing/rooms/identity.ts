export {
  type AuthenticateController,
  createAuthenticateController,
} from '../../src/identity/keys/authenticate-controller.ts';
export { type Budget } from '../../src/limits/budget.ts';
export { makeSecret } from '../../src/identity/make-secret.ts';
export { openSigningKeys } from '../../src/identity/keys/signing-keys.ts';
