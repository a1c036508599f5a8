const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Acts once an instant has come, however far away; the result calls it off. */
export function atInstant(instant: number, act: () => void, { now }: { readonly now: () => number }): () => void {
  let timer: NodeJS.Timeout | undefined;
  function wait(): void {
    timer = setTimeout(look, Math.min(Math.max(instant - now(), 0), LONGEST_TIMEOUT_MS));
    timer.unref();
  }
  function look(): void {
    if (now() >= instant) act();
    else wait();
  }
  wait();
  return () => clearTimeout(timer);
}
