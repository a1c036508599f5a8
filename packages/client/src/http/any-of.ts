/** Ends with the first of these that is given. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  const [only, ...more] = given;
  return only !== undefined && more.length === 0 ? only : AbortSignal.any(given);
}
