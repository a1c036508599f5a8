import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { wireTypes } from './wire-types.ts';

/** A declaration as it was emitted, with its comment, and where the names in it come from. */
interface Declaration {
  readonly text: string;
  readonly file: Emitted;
}

interface Emitted {
  readonly path: string;
  readonly declared: ReadonlyMap<string, string>;
  /** By the name in this file: the file that has it, or the contract. */
  readonly imported: ReadonlyMap<string, string>;
}

const CONTRACT = '@setpoint/contract';
const CONTRACT_SOURCES = fileURLToPath(new URL('../packages/contract/src', import.meta.url));

/** Puts the emitted declarations of the client into one text, with the types of the contract that they use. */
export function declareClient(emittedIndex: string): string {
  const index = readFileSync(emittedIndex, 'utf8');
  const exported = exportsOf(index, dirname(emittedIndex));
  const files = new Map<string, Emitted>();
  const kept = new Map<string, Declaration>();
  const wire = new Set<string>();
  const fileAt = (path: string) => {
    const known = files.get(path) ?? readEmitted(path);
    files.set(path, known);
    return known;
  };

  function keep(name: string, file: Emitted): void {
    const from = file.imported.get(name);
    if (from === CONTRACT) return void wire.add(name);
    if (from !== undefined) return keep(name, fileAt(from));
    const text = file.declared.get(name);
    if (text === undefined) return;
    const known = kept.get(name);
    if (known !== undefined && known.file !== file) throw new Error(`two declarations are named ${name}`);
    if (known !== undefined) return;
    kept.set(name, { text, file });
    for (const [word] of withoutComments(text).matchAll(/\b[A-Za-z_]\w*\b/g)) if (word !== name) keep(word, file);
  }
  for (const [name, path] of exported) keep(name, fileAt(path));

  const types = wireTypes(wire, sourceOfContract());
  for (const name of types.keys()) if (kept.has(name)) throw new Error(`the contract has a type ${name}, too`);
  const values = [...exported.keys()].filter(
    (name) => !/^(interface|type) /m.test(withoutComments(kept.get(name)?.text ?? '')),
  );
  const typeNames = [...new Set([...exported.keys(), ...types.keys()])].filter((name) => !values.includes(name));
  const names = [...values.sort(), ...typeNames.sort().map((name) => `type ${name}`)];
  const texts = [...[...kept.values()].map(({ text }) => text), ...types.values()];
  return `${texts.join('\n\n')}\n\nexport { ${names.join(', ')} };\n`;
}

function exportsOf(index: string, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = '', from = ''] of index.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)) {
    for (const name of names.split(',')) found.set(name.replace('type ', '').trim(), pathOf(folder, from));
  }
  found.delete('');
  return found;
}

function pathOf(folder: string, from: string): string {
  return join(folder, from.replace(/\.ts$/, '.d.ts'));
}

function readEmitted(path: string): Emitted {
  const text = readFileSync(path, 'utf8');
  const declared = new Map<string, string>();
  const imported = new Map<string, string>();
  let end = 0;
  for (const node of parseSync(path, text).program.body) {
    const before = text.slice(end, node.start).trim();
    end = node.end;
    if (node.type === 'ImportDeclaration') {
      const from = node.source.value;
      const place = from.startsWith('.') ? pathOf(dirname(path), from) : from;
      for (const one of node.specifiers) imported.set(one.local.name, place);
      continue;
    }
    const own = text.slice(node.start, node.end).replace(/^export /, '');
    const [, name = ''] = /^(?:declare )?(?:abstract )?(?:function|class|interface|type|const) (\w+)/.exec(own) ?? [];
    if (name !== '') declared.set(name, before === '' ? own : `${before}\n${own}`);
  }
  return { path, declared, imported };
}

/** Finds interfaces and named unions in the sources of the contract. */
function sourceOfContract(): (name: string) => string | undefined {
  const names = readdirSync(CONTRACT_SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const text = sources.map((name) => readFileSync(join(CONTRACT_SOURCES, name), 'utf8')).join('\n');
  return (name) =>
    new RegExp(String.raw`(?<=^export )interface ${name} \{[^}]*\n\}`, 'm').exec(text)?.[0] ??
    new RegExp(String.raw`(?<=^export )type ${name} = [^;]*;`, 'm').exec(text)?.[0];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
}
