import { isBuiltin } from 'node:module';
import { parseAst } from 'rolldown/parseAst';

type Statement = ReturnType<typeof parseAst>['body'][number];
type Import = Extract<Statement, { type: 'ImportDeclaration' }>;

/** Of a module of Node, the default is all of it. */
const WHOLE = 'default';

/**
 * Takes what a bundled file imports of Node itself from the process. An import looks at all that a module has, and so
 * loads what is loaded late: with `node:http` it loads `fetch`, which takes 60 ms and 11 MB.
 */
export function takeBuiltins(code: string): string {
  let taken = code;
  const imports = parseAst(code).body.filter((statement) => statement.type === 'ImportDeclaration');
  // From the last to the first, so that the places of those before stay true.
  for (const one of imports.filter(({ source }) => isBuiltin(source.value)).reverse()) {
    taken = taken.slice(0, one.start) + takenBy(one) + taken.slice(one.end);
  }
  return taken;
}

function takenBy({ source, specifiers }: Import): string {
  const module = `process.getBuiltinModule(${JSON.stringify(source.value)})`;
  const parts = specifiers.map((part) => {
    const name = part.type === 'ImportSpecifier' ? nameOf(part) : WHOLE;
    return name === WHOLE ? part.local.name : `{${name}:${part.local.name}}`;
  });
  return parts.map((part) => `const ${part}=${module};`).join('');
}

function nameOf({ imported }: Extract<Import['specifiers'][number], { type: 'ImportSpecifier' }>): string {
  return imported.type === 'Identifier' ? imported.name : JSON.stringify(imported.value);
}
