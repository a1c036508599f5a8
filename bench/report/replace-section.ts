const HEADING = /^## /m;

/** The document with its `## heading` section replaced, or added at the end; all other sections stay as they are. */
export function replaceSection(document: string, heading: string, body: string): string {
  const [preamble = '', ...sections] = document.split(HEADING).map((section) => section.trimEnd());
  const section = `${heading}\n\n${body}`;
  const at = sections.findIndex((each) => each === heading || each.startsWith(`${heading}\n`));
  if (at < 0) sections.push(section);
  else sections[at] = section;
  return `${[preamble, ...sections].join('\n\n## ')}\n`;
}
