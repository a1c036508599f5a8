import { SIGN_IN_FRAGMENT } from '@setpoint/contract';

/** Takes the secret out of the address, so that neither history nor a reload shows it again. */
export function takeSecret(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(SIGN_IN_FRAGMENT)) return undefined;
  window.history.replaceState(null, '', pathname + search);
  return hash.slice(SIGN_IN_FRAGMENT.length);
}
