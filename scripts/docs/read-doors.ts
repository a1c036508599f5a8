/** A page as the table of contents names it. */
interface Entry {
  readonly title: string;
  /** Its file, from the folder of the documents on. */
  readonly file: string;
  readonly about: string;
}

/** One of the ways into the documents: what the reader wants to do. */
export interface Door {
  readonly name: string;
  readonly entries: readonly Entry[];
}

const ENTRY = /^- \[([^\]]+)\]\(([^)]+\.md)\): (.+)$/;

/** The table of contents, read from the page that people see on GitHub: a heading for each door, a list below it. */
export function readDoors(markdown: string): Door[] {
  const [, ...parts] = markdown.split('\n## ');
  return parts.map((part) => {
    const [name = '', ...lines] = part.split('\n');
    const listed = lines.filter((line) => line.startsWith('- '));
    return { name, entries: listed.map(entryOf) };
  });
}

function entryOf(line: string): Entry {
  const [, title, file, about] = ENTRY.exec(line) ?? [];
  if (title === undefined || file === undefined || about === undefined)
    throw new Error(`docs/README.md: not \`- [title](page.md): what it says\`: ${line}`);
  return { title, file, about };
}
