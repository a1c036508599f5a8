import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';

/** Fails when a document names a file, a test, a script or a command that is not there. */
const documents = globSync(['*.md', 'docs/*.md']);
const { scripts } = createRequire(import.meta.url)('../package.json') as { scripts: Record<string, string> };
const commands = new Set(
  globSync('packages/cli/src/**/*-command*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.command\('([\w-]+)/g)].map((match) => match[1] ?? ''),
  ),
);
const tests = new Set(globSync('{packages/*/src,test,bench}/**/*.test.ts').map((file) => basename(file)));

function problemsOf(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return [
    ...missingPaths(text),
    ...missingTests(text),
    ...missingLinks(document, text),
    ...missingScripts(text),
    ...missingCommands(text),
  ];
}

function missingPaths(text: string): string[] {
  const paths = [...text.matchAll(/`((?:packages|test|bench|scripts|docs)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  return paths.filter((path) => !existsSync(path)).map((path) => `there is no ${path}`);
}

function missingTests(text: string): string[] {
  const names = [...text.matchAll(/`([\w.-]{2,}\.test\.ts)`/g)].map((match) => match[1] ?? '');
  return names.filter((name) => !tests.has(name)).map((name) => `there is no ${name}`);
}

function missingLinks(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1] ?? '');
  const isMissing = (link: string) => !existsSync(`${dirname(document)}/${link}`);
  return links.filter(isMissing).map((link) => `nothing is linked at ${link}`);
}

function missingScripts(text: string): string[] {
  const names = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
  return names.filter((name) => scripts[name] === undefined).map((name) => `there is no npm run ${name}`);
}

function missingCommands(text: string): string[] {
  const names = [...text.matchAll(/npx setpoint ([a-z][\w-]*)/g)].map((match) => match[1] ?? '');
  return names.filter((name) => !commands.has(name) && name !== 'help').map((name) => `there is no setpoint ${name}`);
}

const problems = documents.flatMap((document) => problemsOf(document).map((problem) => `${document}: ${problem}`));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
