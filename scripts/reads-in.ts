import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

// They name columns that are stored and shown; any other function that is given a name reads it, such as `where`.
const CARRYING = /^(fields|param|put|readBy|returning|select)$/;
const UNREAD = /^(TS(?!As|Satisfies|NonNull)|Import|ExportAll|ExportSpecifier)/;
const HANDING_ON = /^(Logical|Conditional|Chain|JSXExpressionContainer|TS)/;

/**
 * The names of which a file reads a value: for more than to hand it on under the same name, as types, lists of fields
 * and `{ name }`, `name: x.name ?? y.name` and `const name = x.name` do.
 */
export function readsIn(file: string, text = readFileSync(file, 'utf8')): ReadonlySet<string> {
  const reads = new Set<string>();
  // `{ leadSeconds: lead }`
  const fieldOf = new Map<string, string>();
  const note = (name: string, carriedAs: string | undefined) => {
    const field = fieldOf.get(name) ?? name;
    if (field !== carriedAs) reads.add(field);
  };

  const visits: Readonly<Record<string, (node: Node, carriedAs?: string) => void>> = {
    Identifier: ({ name }, carriedAs) => note(String(name), carriedAs),
    MemberExpression: member,
    ObjectPattern: pattern,
    AssignmentPattern: ({ right }) => visit(right),
    CallExpression: call,
    VariableDeclarator: ({ id, init }) => named(id, init),
    Property: ({ key, value }) => visit(value, nameOf(key)),
    JSXAttribute: ({ name, value }) => visit(value, nameOf(name)),
    FunctionDeclaration: begin,
    FunctionExpression: begin,
    ArrowFunctionExpression: begin,
  };
  function visit(node: unknown, carriedAs?: string): void {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (isNode(node) && !UNREAD.test(node.type)) (visits[node.type] ?? others)(node, carriedAs);
  }
  function others(node: Node, carriedAs?: string): void {
    const handed = HANDING_ON.test(node.type) ? carriedAs : undefined;
    for (const [part, value] of Object.entries(node)) visit(value, part === 'test' ? undefined : handed);
  }
  function begin({ params, body }: Node): void {
    for (const given of params as Node[]) named(given);
    visit(body);
  }
  function named(target: unknown, value?: unknown): void {
    visit(value, nameOf(target));
    if (isNode(target) && target.type !== 'Identifier') visit(target);
  }
  function member(node: Node, carriedAs?: string): void {
    visit(node['object']);
    const name = nameOf(node['property']);
    if (name === undefined) visit(node['property']);
    else note(name, carriedAs);
  }
  function pattern(node: Node): void {
    for (const { key, value } of node['properties'] as Node[]) {
      const name = nameOf(isNode(value) && value.type === 'AssignmentPattern' ? value['left'] : value);
      if (name !== undefined && name !== nameOf(key)) fieldOf.set(name, nameOf(key) ?? name);
      named(value);
    }
  }
  function call({ callee, ...rest }: Node): void {
    visit(callee);
    const name = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
    for (const given of rest['arguments'] as unknown[]) {
      visit(given);
      const said = (CARRYING.test(name ?? '') ? undefined : textOf(given)) ?? '';
      // The column `pool.lead_seconds` is the field `leadSeconds`.
      const field = said.replace(/^.*\./, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      reads.add(said).add(field);
    }
  }

  visit(parseSync(file, text).program);
  return reads;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : textOf(node);
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined;
}
