import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

interface Member {
  readonly name: string;
  /** As it is declared, on one line. */
  readonly text: string;
  readonly comment: string;
}

interface Interface {
  readonly parents: readonly string[];
  readonly members: readonly Member[];
}

const ROOT = 'SetpointClient';

/** Every call of the SDK with its comment: those of the client itself, then those of each group. */
export function sdkReference(): string {
  const known = readInterfaces();
  const root = found(known, ROOT);
  const groups = root.members.flatMap(({ name, text }) => {
    const [, type] = /^readonly \w+: (\w+)$/.exec(text) ?? [];
    return type === undefined ? [] : [{ title: `client.${name}`, type }];
  });
  const own = [...root.parents.flatMap((parent) => membersOf(known, parent)), ...root.members.filter(isMethod)];
  const parts = [
    { title: 'client', members: own },
    ...groups.map(({ title, type }) => ({ title, members: membersOf(known, type) })),
  ];
  return parts.map(({ title, members }) => `### ${title}\n\n${listOf(members)}`).join('\n\n');
}

// Editors show arguments, types, and the whole comment. Calls without a comment share a line.
function listOf(members: readonly Member[]): string {
  const plain = members.filter(({ comment }) => comment === '');
  const names = plain.map(({ name }) => `\`${name}\``);
  const lines = members.filter(({ comment }) => comment !== '').map(lineOf);
  return [...lines, ...(names.length === 0 ? [] : [`- ${names.join(', ')}`])].join('\n');
}

function lineOf({ name, comment }: Member): string {
  return `- \`${name}\`: ${beginOf(comment)}`;
}

// The first clause, without the order of a list.
function beginOf(comment: string): string {
  return comment
    .replace(/(?:(?<=\.) (?=[A-Z])|; ).*/, '')
    .replace(/\.$/, '')
    .replace(/, (?:sorted by name|newest first|fetched page by page|page by page)/g, '');
}

function membersOf(known: ReadonlyMap<string, Interface>, name: string): readonly Member[] {
  const { parents, members } = found(known, name);
  return [...parents.flatMap((parent) => membersOf(known, parent)), ...members.filter(isMethod)];
}

const isMethod = ({ text }: Member) => !text.startsWith('readonly ');

function found(known: ReadonlyMap<string, Interface>, name: string): Interface {
  const one = known.get(name);
  if (one === undefined) throw new Error(`the SDK has no interface ${name}`);
  return one;
}

function readInterfaces(): ReadonlyMap<string, Interface> {
  const files = globSync('packages/client/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  return new Map(files.flatMap((file) => interfacesIn(file, readFileSync(file, 'utf8'))));
}

function interfacesIn(file: string, source: string): [string, Interface][] {
  const { body } = parseSync(file, source).program;
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'TSInterfaceDeclaration') return [];
    const { id, extends: parents, body: block } = node.declaration;
    let end = block.start + 1;
    const members = block.body.map((member) => {
      const before = source.slice(end, member.start);
      end = member.end;
      const text = source
        .slice(member.start, member.end)
        .replace(/;$/, '')
        .replaceAll(/\s+/g, ' ')
        .replace('( ', '(')
        .replace(', )', ')');
      return { name: /\w+(?=[?(:<])/.exec(text)?.[0] ?? '', text, comment: commentIn(before) };
    });
    const names = parents.map(({ expression }) => source.slice(expression.start, expression.end));
    return [[id.name, { parents: names, members }]];
  });
}

// Without the example: the page has those in its text.
function commentIn(text: string): string {
  const [, comment = ''] = /\/\*\*([\s\S]*)\*\//.exec(text) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim());
  const end = lines.findIndex((line) => line.startsWith('@'));
  return (end === -1 ? lines : lines.slice(0, end)).join(' ').trim();
}
