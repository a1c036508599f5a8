import { check } from 'recheck';

// By its automaton alone, which decides for every text; the other way of this checker tries some.
const PARAMETERS = { checker: 'automaton', timeout: 60_000, maxNFASize: 200_000 } as const;

/** Whether a regular expression takes a time in proportion to the length of its text, whatever the text. */
export async function isLinear(source: string, flags: string): Promise<boolean> {
  const { status } = await check(source, flags.replace('v', 'u'), PARAMETERS);
  return status === 'safe';
}
