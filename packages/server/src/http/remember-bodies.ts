import { hash } from 'node:crypto';

/** A body ready to be sent, and the tag that names it. */
export interface Body {
  readonly bytes: Buffer;
  readonly tag: string;
}

export interface BodyMemory {
  /** The body made of these parts, if it was made before. */
  find(owner: string, parts: string): Body | undefined;
  /** Makes a body of a text, to be found by its parts from now on. */
  keep(owner: string, parts: string, text: string): Body;
}

interface Kept extends Body {
  readonly parts: string;
}

/**
 * Keeps the last body of each owner, the least recently made ones making room.
 * A body is found by all it is made of, read anew each time: there is nothing to invalidate.
 * Measured: reading and joining 17 kB takes 26 µs, twice what all the rest of a GET takes.
 */
export function rememberBodies(maxBytes: number): BodyMemory {
  const kept = new Map<string, Kept>();
  let bytesKept = 0;

  function forget(owner: string): void {
    bytesKept -= kept.get(owner)?.bytes.length ?? 0;
    kept.delete(owner);
  }
  function makeRoom(): void {
    for (const oldest of kept.keys()) {
      if (bytesKept <= maxBytes) return;
      forget(oldest);
    }
  }
  return {
    find(owner, parts) {
      const known = kept.get(owner);
      return known?.parts === parts ? known : undefined;
    },
    keep(owner, parts, text) {
      forget(owner);
      const body = { parts, bytes: Buffer.from(text), tag: hash('sha1', parts, 'base64url') };
      kept.set(owner, body);
      bytesKept += body.bytes.length;
      makeRoom();
      return body;
    },
  };
}
