const MOST = 3;
// As many slips as somebody makes in a name of that length.
const LETTERS_A_SLIP = 3;
const LONGEST_COMPARED = 60;

/** The names that somebody who typed another one may have meant, the nearest first. */
export function nearestNames(typed: string, names: readonly string[]): string[] {
  const text = typed.trim().toLowerCase().slice(0, LONGEST_COMPARED);
  if (text === '') return [];
  const most = Math.max(1, Math.floor(text.length / LETTERS_A_SLIP));
  const ranked = [...new Set(names)].map((name) => ({ name, distance: distanceTo(text, name.toLowerCase()) }));
  return ranked
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
    .slice(0, MOST)
    .map(({ name }) => name);
}

// Behind a name that is near as a whole.
const ONLY_BEGINNING = 0.5;

/** How far a text is from a name, or from its beginning; a part of it is nearest. */
function distanceTo(text: string, name: string): number {
  if (text.length > 2 && name.includes(text)) return 0;
  const distances = distancesToBeginnings(text, name.slice(0, LONGEST_COMPARED));
  return Math.min(distances.at(-1) ?? 0, Math.min(...distances) + ONLY_BEGINNING);
}

/** How many letters are left out, added or replaced between a text and each beginning of another, the whole at the end. */
function distancesToBeginnings(text: string, other: string): number[] {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < text.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1) {
      const kept = (row[column] ?? 0) + (text[index] === other[column] ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row;
}
