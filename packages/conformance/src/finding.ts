/** Ends a check: the controller did something else than the protocol asks for. */
class NotConformant extends Error {
  override readonly name = 'NotConformant';
}

/** Ends a check: it says nothing about this controller. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

export type Finding =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly because: string }
  | { readonly kind: 'skip'; readonly because: string };

/** What became of a check. */
export async function findingOf(check: Promise<void>): Promise<Finding> {
  try {
    await check;
    return { kind: 'pass' };
  } catch (cause) {
    if (cause instanceof NotApplicable) return { kind: 'skip', because: cause.message };
    if (cause instanceof NotConformant) return { kind: 'fail', because: cause.message };
    throw cause;
  }
}

/** Ends the check with a sentence unless it is so. */
export function demand(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new NotConformant(otherwise);
}

/** The value, unless there is none: then the check ends with a sentence. */
export function foundOr<Value>(value: Value | undefined, otherwise: string): Value {
  if (value === undefined) throw new NotConformant(otherwise);
  return value;
}
