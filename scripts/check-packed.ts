import { spawnSync } from 'node:child_process';
import { type PackedManifest, packedProblems } from './release-problems.ts';

// Fails where npm would refuse one of the files: `node scripts/check-packed.ts REPOSITORY FILE …`
const [repository = '', ...files] = process.argv.slice(2);
const problems = files.flatMap((file) => {
  const { stdout } = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
  return packedProblems(JSON.parse(stdout) as PackedManifest, repository);
});
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1;
