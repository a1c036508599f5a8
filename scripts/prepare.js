// After `npm ci`: what the service hands out is built. In JavaScript, because any Node may run it.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

if (canBuild()) process.exitCode = spawnSync('npm run --silent build', { shell: true, stdio: 'inherit' }).status ?? 1;
else process.stdout.write('Without development dependencies the console and the reference are not built.\n');

function canBuild() {
  try {
    createRequire(import.meta.url).resolve('vite');
    return true;
  } catch {
    return false;
  }
}
