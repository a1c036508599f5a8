import type { Service } from '@setpoint/server';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { fieldsText } from './print.ts';
import type { Shell } from './shell.ts';

// The code for it in sysexits.h: to start again changes nothing.
const EX_CONFIG = 78;

// The code for work that was cut short.
const EX_TEMPFAIL = 75;
const EXIT_WITHIN_MS = 9_500;

/** `setpoint serve` */
export function addServeCommand(program: Command, shell: Shell): void {
  program
    .command('serve')
    .description('run the service here, as the environment says')
    .action(() => runService(shell));
}

async function runService(shell: Shell): Promise<void> {
  // The other commands do without the service's code, and start the faster for it.
  const { ConfigError, readConfig, serve } = await import('@setpoint/server');
  const result = readConfig(shell.environment);
  if (result.kind === 'invalid') throw badConfig(result.problems);
  const { config } = result;
  const service = await serve(config).catch((cause: unknown) => {
    throw cause instanceof ConfigError ? badConfig(cause.problems) : cause;
  });
  const { url, opsUrl, mqttUrl, mqttsUrl } = service;
  const controllers = [mqttsUrl, mqttUrl].filter((address) => address !== undefined).join(', ');
  const fields = fieldsText([
    ['controllers', controllers === '' ? 'by HTTP alone' : controllers],
    ['operations', opsUrl],
    ['data', config.dataDir],
  ]);
  const text = `Setpoint is ready: ${url}
${fields}
Ctrl-C stops it.`;
  shell.print({ url, opsUrl, mqttUrl, mqttsUrl, dataDir: config.dataDir }, text);
  await stopped(service);
}

// A second signal is from someone who does not want to wait: by then nobody listens for it, so it ends the process.
function stopped(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    function stop(): void {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      setTimeout(() => process.exit(EX_TEMPFAIL), EXIT_WITHIN_MS).unref();
      service.stop().then(resolve, reject);
    }
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function badConfig(problems: readonly string[]): CliError {
  const lines = problems.map((problem) => `\n  ${problem}`).join('');
  return new CliError('bad_configuration', `The service was not started; mend its environment:${lines}`, {
    exitCode: EX_CONFIG,
  });
}
