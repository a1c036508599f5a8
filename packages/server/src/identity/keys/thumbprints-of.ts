/** The certificates that a key is bound to, of what its row says. */
export function thumbprintsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}
