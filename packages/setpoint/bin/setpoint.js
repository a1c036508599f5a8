#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 13];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(`setpoint needs Node ${NEEDED.join('.')} or newer; this is ${process.version}.\n`);
  process.exit(1);
}

// Shortens the start. The cache lies beside the code, so that only those who can change the code can change it; where
// nobody can write, there is none. The environment tells the threads of the process too.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache', import.meta.url));
module.enableCompileCache();

// Node 22 calls its SQLite experimental, at each start.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (warning, ...about) => {
  if (about[0] !== 'ExperimentalWarning') emitWarning(warning, ...about);
};

// Messages name the program as it was called.
const typed = process.env.npm_lifecycle_event === 'npx' ? typedForNpx() : undefined;
if (typed !== undefined) process.env.SETPOINT_COMMAND ??= `npx ${typed}`;

await import('../dist/node/main.js');

// npx notes what it was asked for beside what it installed for that, perhaps in another folder at an earlier time.
function typedForNpx() {
  try {
    const { _npx: noted } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    const [spec, ...more] = noted.packages;
    const isThere = !/^[./]/.test(spec) || existsSync(spec);
    return more.length === 0 && isThere && /^[\w./@+-]+$/.test(spec) ? spec : undefined;
  } catch {
    return undefined;
  }
}
