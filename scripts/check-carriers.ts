import { globSync, readFileSync } from 'node:fs';
import { OPERATIONS, type Operation } from '@setpoint/contract';
import { createProgram } from '../packages/cli/src/run-command-line.ts';
import { createShell } from '../packages/cli/src/shell/shell.ts';
import { productFiles } from './read-imports.ts';
import { readsIn } from './reads-in.ts';

/** Fails for a field of a request, an option or a setting that is handed on, stored and shown, and that nothing reads. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  audience: 'jose compares it, by this name',
  data_source: 'a text of the interface, for persons: where a device is read from',
};

const nowhere = () => undefined;
const silent = { isJson: () => false, write: nowhere, writeError: nowhere, progress: nowhere };
const program = createProgram(createShell({ environment: {}, ...silent }), {});

const fields = new Set(OPERATIONS.flatMap(fieldsOf));
const options = new Set(optionsBelow(program).filter((name) => !fields.has(name)));
const settings = new Set(
  globSync('packages/server/src/**/{settings,*-settings}.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}(?:readonly )?(\w+)\??: /gm)].map(([, name = '']) => name),
  ),
);
const byService = readIn(['core', 'server', 'controller', 'console']);
const byCommands = readIn(['cli', 'conformance']);

function fieldsOf({ parameters = [], request, requestAlsoAs }: Operation): string[] {
  const asked = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return [...asked, ...namesIn(request?.schema), ...namesIn(requestAlsoAs?.schema)];
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

function optionsBelow(command: typeof program): string[] {
  const own = command.options.map((option) => option.attributeName());
  return [...own, ...command.commands.flatMap(optionsBelow)];
}

function readIn(packages: readonly string[]): ReadonlySet<string> {
  return new Set(
    packages.flatMap((name) => productFiles(`packages/${name}/src`)).flatMap((file) => [...readsIn(file)]),
  );
}

const unread = [
  ...[...fields, ...settings].filter((name) => !byService.has(name)),
  ...[...options].filter((name) => !byCommands.has(name)),
];
const problems = unread.filter((name) => READ_ELSEWHERE[name] === undefined);
for (const name of problems) process.stderr.write(`${name}: it is handed on, and nothing reads it\n`);
process.stdout.write(`${fields.size + options.size + settings.size} names, ${problems.length} problems
`);
process.exitCode = problems.length > 0 ? 1 : 0;
