const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORD = /true|false|null/y;
const DEEPEST = 8;

export type Read = { readonly value: unknown } | undefined;

/** Reads JSON as the documentation promises it is read; a second opinion, sharing nothing with the service. */
export function readStrictly(bytes: Uint8Array): Read {
  try {
    return { value: new StrictReader(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).read() };
  } catch (error) {
    // SyntaxError is ours, TypeError says that the bytes are no UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

class StrictReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#value(0);
    if (this.#at < this.#text.length) throw new SyntaxError('something follows');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEEPEST) throw new SyntaxError('too deep');
    this.#take(SPACE);
    const value = this.#bare(depth);
    this.#take(SPACE);
    return value;
  }

  #bare(depth: number): unknown {
    if (this.#skip('{')) return this.#object(depth + 1);
    if (this.#skip('[')) return this.#array(depth + 1);
    if (this.#text[this.#at] === '"') return this.#string();
    const word = this.#take(WORD);
    if (word !== undefined) return JSON.parse(word);
    return Number(this.#demand(this.#take(NUMBER)));
  }

  #object(depth: number): unknown {
    const members = new Map<string, unknown>();
    if (depth > DEEPEST) throw new SyntaxError('too deep');
    this.#take(SPACE);
    if (this.#skip('}')) return {};
    do {
      this.#take(SPACE);
      const key = this.#string();
      if (members.has(key)) throw new SyntaxError('a key twice');
      this.#take(SPACE);
      this.#demand(this.#skip(':') ? ':' : undefined);
      members.set(key, this.#value(depth));
    } while (this.#skip(','));
    this.#demand(this.#skip('}') ? '}' : undefined);
    return Object.fromEntries(members);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    if (depth > DEEPEST) throw new SyntaxError('too deep');
    this.#take(SPACE);
    if (this.#skip(']')) return items;
    do items.push(this.#value(depth));
    while (this.#skip(','));
    this.#demand(this.#skip(']') ? ']' : undefined);
    return items;
  }

  #string(): string {
    const text = JSON.parse(this.#demand(this.#take(TEXT))) as string;
    if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError('no text that can be stored');
    return text;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #demand(found: string | undefined): string {
    if (found === undefined) throw new SyntaxError(`not JSON at ${this.#at}`);
    return found;
  }
}
