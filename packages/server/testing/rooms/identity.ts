export {
  type AuthenticateController,
  createAuthenticateController,
} from '../../src/identity/authenticate-controller.ts';
export { type Budget } from '../../src/limits/budget.ts';
export { makeSecret } from '../../src/identity/make-secret.ts';
export { openSigningKeys } from '../../src/identity/signing-keys.ts';
