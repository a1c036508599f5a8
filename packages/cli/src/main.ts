import { beginBounded } from './serve/bound-memory.ts';

// Before anything is loaded, because the process begins again.
if (process.argv[2] === 'serve') beginBounded();
const { runCommandLine } = await import('./run-command-line.ts');
const { overLine } = await import('./text/over-line.ts');

const exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  environment: process.env,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  showProgress: process.stderr.isTTY
    ? (line) => process.stderr.write(overLine(line, process.stderr.columns))
    : undefined,
});
// A service that failed to start may have left something open that would keep the process running.
process.stdout.write('', () => process.exit(exitCode));
