import { runCommandLine } from './run-command-line.ts';

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  environment: process.env,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
