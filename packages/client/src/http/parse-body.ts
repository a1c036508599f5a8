export const NOT_JSON = Symbol('not JSON');

/** The JSON of a body; undefined if it is empty. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
