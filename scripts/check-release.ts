import { readRelease, releaseNotes, releaseProblems } from './release-problems.ts';

// Prints what the changelog says about the release of a tag; fails if the tag is not the version of everything.
const [tag = ''] = process.argv.slice(2);
const release = readRelease();
const problems = releaseProblems(tag, release);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
if (problems.length === 0) process.stdout.write(`${releaseNotes(tag.slice(1), release.changelog)}\n`);
