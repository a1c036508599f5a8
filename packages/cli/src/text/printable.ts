// Control characters (C1 too), ends of lines, and marks that turn the direction of what follows.
const STEERING = /[\p{Control}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** A text without what would steer the terminal that shows it: a name is written by somebody else. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, '\u{FFFD}');
}

/** The same of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A document of which nothing is lost: in JSON such characters can be named instead. */
export function printableJson(document: unknown): string {
  const escaped = (mark: string) => (mark === '\n' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(document, null, 2).replaceAll(STEERING, escaped);
}

/** A sentence in which each inserted text is on the line of the sentence, and steers nothing. */
export function sentence(words: TemplateStringsArray, ...inserted: readonly string[]): string {
  return words.map((part, index) => part + printable(inserted[index] ?? '')).join('');
}
