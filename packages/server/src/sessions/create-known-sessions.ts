/** Which sessions were good when they were last looked for here. */
export interface KnownSessions {
  has(sessionHash: string): boolean;
  note(sessionHash: string): void;
  forget(sessionHash: string): void;
}

const MOST_KNOWN = 10_000;

export function createKnownSessions(): KnownSessions {
  const known = new Set<string>();
  return {
    has: (sessionHash) => known.has(sessionHash),
    note(sessionHash) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.add(sessionHash);
    },
    forget: (sessionHash) => void known.delete(sessionHash),
  };
}
