const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// XML has no way to write other control characters.
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The text as it stands in XML and HTML, whatever a controller sent. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(UNWRITABLE, '�').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
