import { hash } from 'node:crypto';

/** Texts that were made of facts; the ones used last stay. */
export interface TextMemory {
  /** The texts of these very facts, or those that are made now, which are kept once they were made to their end. */
  readonly of: (facts: readonly unknown[], make: () => Iterable<string>) => Iterable<string>;
}

/**
 * Keeps what was computed by all that it was computed from, read anew each time: there is nothing to invalidate. One
 * text has at most a sixteenth of the room.
 */
export function rememberTexts(mostCharacters: number): TextMemory {
  const mostOfOne = mostCharacters / 16;
  const kept = new Map<string, string>();
  let characters = 0;

  function forget(key: string): void {
    characters -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }
  function keep(key: string, text: string): void {
    forget(key);
    kept.set(key, text);
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) return;
      forget(oldest);
    }
  }
  function* made(key: string, texts: Iterable<string>): Generator<string> {
    // Added up one by one, they would be kept as a tree of their parts, of five times their size.
    const parts: string[] = [];
    let length = 0;
    for (const text of texts) {
      length += text.length;
      if (length <= mostOfOne) parts.push(text);
      yield text;
    }
    if (length <= mostOfOne) keep(key, parts.join(''));
  }
  return {
    of(facts, make) {
      const key = hash('sha256', JSON.stringify(facts), 'base64url');
      const known = kept.get(key);
      if (known === undefined) return made(key, make());
      keep(key, known);
      return [known];
    },
  };
}
