// Control characters, ends of lines, and marks that turn the direction of what follows.
const STEERING = /[\p{Control}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** A text without what would steer the terminal that shows it: a name is written by somebody else. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, '\u{FFFD}');
}
