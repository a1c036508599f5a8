#!/usr/bin/env node
// Runs under whatever Node started it, and hands over to the one that the workspace brings when that is too old.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const NEEDED_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  // Halves the time to start. Beside the code, so that only who can change the code can change this.
  // By the environment, so that the threads of the process find it too.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/setpoint', import.meta.url));
  module.enableCompileCache();
  // Node strips types with WebAssembly, whose calls to JavaScript V8 replaces by faster ones when there were many. Where a
  // second thread does that, the process may end with "Check failed: jit_page_->allocations_.erase(addr) == 1".
  v8.setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000');
  await import('../src/main.ts');
} else handOver(findNode());

function findNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return fail(`setpoint needs Node ${NEEDED_MAJOR}; this is ${process.version}. Run npm ci, which brings it.`);
  }
}

function handOver(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal sends these to both by itself; twice, they would cut short what the first let finish.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  child.on('error', (cause) => fail(`${node} cannot be run: ${cause.message}. Run npm ci again.`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  return process.exit(1);
}
