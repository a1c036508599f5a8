/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of charactersOf(text)) width += widthOf(character);
  return width;
}

/** What a reader sees as one character each. */
export function charactersOf(text: string): string[] {
  return Array.from(CHARACTERS.segment(text), ({ segment }) => segment);
}

// A character is what a reader sees as one: a flag or a family of emoji is several code points.
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

// UAX #11, the classes W and F: Chinese, Japanese and Korean text. JavaScript has no name for them.
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{1B2FB}\u{20000}-\u{3FFFD}]/u;

// U+FE0F asks for the picture where a character has a plain form too.
const EMOJI = /^\p{Emoji_Presentation}|\u{FE0F}/u;
const INVISIBLE = /^[\p{Mark}\p{Format}]+$/u;

function widthOf(character: string): number {
  if (INVISIBLE.test(character)) return 0;
  return WIDE.test(character) || EMOJI.test(character) ? 2 : 1;
}
