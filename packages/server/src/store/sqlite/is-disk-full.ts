const SQLITE_FULL = 13;

/** A full disk is not a broken one: what failed was not done, and can be tried again. */
export function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && Number(cause.errcode) % 256 === SQLITE_FULL;
}
