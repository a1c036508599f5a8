#!/usr/bin/env node
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

await import('../dist/node/main.js');
