#!/usr/bin/env node
// If the Node that started this is too old, the one that the workspace installs takes over.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const NEEDED_MAJOR = 24;

// Messages name the program as it was called.
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
if (event === 'npx' && /^'?setpoint\b/.test(script)) process.env.SETPOINT_COMMAND ??= 'npx --no -- setpoint';

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  // Halves the time to start. The cache lies beside the code, so that only those who can change the code can change it;
  // the environment tells the threads of the process too.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/setpoint', import.meta.url));
  module.enableCompileCache();
  // Node strips types with WebAssembly. V8 replaces its calls to JavaScript by faster ones after a while; if a second
  // thread does that, the process may end with "Check failed: jit_page_->allocations_.erase(addr) == 1".
  v8.setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000');
  await import('../src/main.ts');
} else handOver(findNode());

function findNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return fail(`setpoint needs Node ${NEEDED_MAJOR}; this is ${process.version}. Run npm ci, which installs it.`);
  }
}

function handOver(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, SETPOINT_LAUNCHED: '1' },
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal sends these to both processes; a second one would cut short what the first lets finish.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  child.on('error', (cause) => fail(`${node} cannot be started: ${cause.message}. Run npm ci again.`));
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
