/** An idempotency key that nobody else has. */
export function makeKey(): string {
  // `randomUUID` is missing on pages that came by http.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
