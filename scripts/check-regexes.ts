import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PATHS, SESSION_PATHS } from '@setpoint/contract';
import { ALREADY_UTC } from '../packages/core/src/command-text/in-utc.ts';
import { findRegexes, type FoundRegex } from './find-regexes.ts';
import { isLinear } from './is-linear.ts';
import { pathPattern } from '../packages/server/src/http/server/build-http.ts';

/**
 * Fails for a regular expression that some text keeps busy for longer than its length accounts for.
 * What was proven once is remembered until it changes.
 */
const PROVEN = 'node_modules/.cache/setpoint-linear-regexes.json';

/** Those that are put together from parts, by the file that does it. */
const BUILT: Readonly<Record<string, readonly RegExp[]>> = {
  'packages/core/src/command-text/in-utc.ts': [ALREADY_UTC],
  'packages/server/src/http/server/build-http.ts': Object.values({ ...PATHS, ...SESSION_PATHS }).map(pathPattern),
};

function productFiles(): string[] {
  const files = globSync('packages/*/{src,seeding}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => !/\.test\.|\/testing\//.test(file)).sort();
}

function readProven(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(PROVEN, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

const problems: string[] = [];
const found: FoundRegex[] = [];
for (const file of productFiles()) {
  const { regexes, built } = findRegexes(file);
  found.push(...regexes, ...(BUILT[file] ?? []).map(({ source, flags }) => ({ file, source, flags })));
  if (built > 0 && BUILT[file] === undefined) problems.push(`${file}: name what it builds in scripts/check-regexes.ts`);
}

const proven = readProven();
const stillThere: string[] = [];
for (const { file, source, flags } of found) {
  const name = `/${source}/${flags}`;
  if (proven.has(name) || (await isLinear(source, flags))) {
    proven.add(name);
    stillThere.push(name);
  } else problems.push(`${file}: ${name} can take far longer than its text is long`);
}
mkdirSync('node_modules/.cache', { recursive: true });
writeFileSync(PROVEN, JSON.stringify([...new Set(stillThere)].sort(), null, 1));

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${found.length} regular expressions, ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;
