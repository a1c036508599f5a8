import type { Command } from 'commander';
import { badConfig } from '../shell/bad-config.ts';
import { withExamples } from '../shell/with-examples.ts';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';

/** `setpoint config` */
export function configCommand(program: Command, shell: Shell): void {
  const config = program.command('config').description('check how the environment configures the service');
  withExamples(
    config
      .command('check')
      .description('list every problem of the environment that `serve` would find; starts and writes nothing')
      .action(() => checkConfig(shell)),
    'setpoint config check',
    'env $(cat setpoint.env) setpoint config check && systemctl restart setpoint',
  );
}

async function checkConfig(shell: Shell): Promise<void> {
  const { readConfig, readIssuers } = await import('@setpoint/server');
  const result = readConfig(shell.environment);
  const problems = result.kind === 'invalid' ? [...result.problems] : [];
  if (result.kind === 'config') {
    const { identity, http } = result.config;
    const read = readIssuers(identity.issuers, http.publicUrl ?? `http://${http.host}:${http.port}`);
    if (read.kind === 'invalid') problems.push(...read.problems.map((problem) => `SETPOINT_ISSUERS: ${problem}`));
  }
  if (problems.length > 0) {
    throw badConfig(
      `The service would not start: ${countText(problems.length, 'problem')} in the environment.`,
      problems,
    );
  }
  const warnings = result.kind === 'config' ? result.config.deprecations : [];
  const settings = Object.keys(shell.environment).filter((name) => /^(?:SETPOINT_|DATABASE_URL)/.test(name)).length;
  const lines = [`No problem: the service would start with ${countText(settings, 'setting')} of the environment.`];
  shell.print({ problems, warnings }, [...lines, ...warnings.map((warning) => `  ${warning}`)].join('\n'));
}
