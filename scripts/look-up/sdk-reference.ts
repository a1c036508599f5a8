import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

interface Member {
  readonly name: string;
  /** As it is declared, on one line. */
  readonly text: string;
}

interface Interface {
  readonly parents: readonly string[];
  readonly members: readonly Member[];
}

const ROOT = 'SetpointClient';

/** Every call of the SDK by its name: those of the client itself, then those of each group. */
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
  return parts.map(({ title, members }) => `- \`${title}\`: ${listOf(members)}`).join('\n');
}

// Editors show arguments, types and comments.
function listOf(members: readonly Member[]): string {
  return members.map(({ name }) => `\`${name}\``).join(', ');
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
    const members = block.body.map((member) => {
      const text = source
        .slice(member.start, member.end)
        .replace(/;$/, '')
        .replaceAll(/\s+/g, ' ')
        .replace('( ', '(')
        .replace(', )', ')');
      return { name: /\w+(?=[?(:<])/.exec(text)?.[0] ?? '', text };
    });
    const names = parents.map(({ expression }) => source.slice(expression.start, expression.end));
    return [[id.name, { parents: names, members }]];
  });
}
