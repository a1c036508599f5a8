const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}-[\da-f-]{27}/g, '[\\da-f]{8}-[\\da-f-]{27}'],
  [/\b(?:sck|scs|scl)_[\w-]+/g, 's\\w\\w_[\\w-]+'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]*\dZ?)?/g, '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::[\\d.]*\\dZ?)?'],
  [/\d+(?:[.,]\d+)*/g, '\\d+(?:[.,]\\d+)*'],
];

/** What a text says, with other ids, times and figures, and anything in the place of an ellipsis. */
export function patternOf(text: string): RegExp {
  const found = SHAPES.map(([shape]) => shape.source).join('|');
  const parts = text.trim().split(new RegExp(`(\\s*…\\s*|${found}|\\s+)`));
  const pattern = parts.map((part) => shapeOf(part)).join('');
  return pattern === '' ? /^/ : new RegExp(`^${pattern}$`, 'i');
}

function shapeOf(part: string): string {
  if (part.includes('…')) return '[^]*?';
  if (part !== '' && part.trim() === '') return '\\s+';
  // A page shows one, where other pages before it made more.
  const counted = /^(site|batch|entry|client)([.,;:]?)$/.exec(part);
  if (counted !== null) return `(?:${part}|${counted[1]}e?s${counted[2]}|entries)`;
  const shape = SHAPES.find(([one]) => new RegExp(`^(?:${one.source})$`).test(part));
  return shape?.[1] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The lines of a text that an output does not have, in their order; it may have others in between. */
export function missingLines(text: string, output: string): string[] {
  let rest = output.split('\n');
  return text.split('\n').filter((line) => {
    if (line.trim() === '' || line.trim() === '…') return false;
    const pattern = patternOf(line);
    const at = rest.findIndex((one) => pattern.test(one.trim()));
    if (at >= 0) rest = rest.slice(at + 1);
    return at < 0;
  });
}
