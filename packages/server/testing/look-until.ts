import { inspect } from 'node:util';

const PAUSE_MS = 50;
const WITHIN_MS = 60_000;
const MOST_SHOWN = 2_000;

interface Patience {
  /** How long it may take until it is so. */
  readonly withinMs?: number;
}

/**
 * Looks again and again until it is so, and says what it saw last when it does not become so. In between the processor
 * is left to those who are looked at.
 */
export async function lookUntil<Value>(
  look: () => Promise<Value>,
  isSo: (value: Value) => boolean,
  { withinMs = WITHIN_MS }: Patience = {},
): Promise<Value> {
  const isLate = Promise.withResolvers<never>();
  let seen = 'nothing';
  // A look that never comes back is over as well.
  const deadline = setTimeout(
    () => isLate.reject(new Error(`It was not so within ${withinMs} ms. Seen at last: ${seen}`)),
    withinMs,
  );
  try {
    for (;;) {
      const value = await Promise.race([look(), isLate.promise]);
      if (isSo(value)) return value;
      seen = shown(value);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, PAUSE_MS)), isLate.promise]);
    }
  } finally {
    clearTimeout(deadline);
  }
}

function shown(value: unknown): string {
  const text = inspect(value, { depth: 4, maxArrayLength: 20, maxStringLength: MOST_SHOWN, breakLength: 120 });
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
}
