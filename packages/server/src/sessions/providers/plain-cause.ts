const MOST_MESSAGES = 4;

/** What a failure says, and no more: the library's errors carry whole answers, which may hold what is nobody's business. */
export function plainCause(cause: unknown): Error {
  const messages: string[] = [];
  for (let at = cause; at instanceof Error && messages.length < MOST_MESSAGES; at = at.cause) messages.push(at.message);
  return new Error(messages.join(': ') || 'unknown');
}
