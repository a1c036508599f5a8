import type { Command } from 'commander';
import type { Config, StoreState } from '@setpoint/server';
import { badConfig } from '../shell/bad-config.ts';
import { withExamples } from '../shell/with-examples.ts';
import type { Shell } from '../shell/shell.ts';
import { whileWorking } from '../shell/while-working.ts';
import { countText } from '../text/count-text.ts';

/** `setpoint config` */
export function configCommand(program: Command, shell: Shell): void {
  const config = program.command('config').description('check how the environment configures the service');
  withExamples(
    config
      .command('check')
      .description('list every problem that `serve` would find, also of the store; starts and writes nothing')
      .action(() => checkConfig(shell)),
    'setpoint config check',
    'env $(cat setpoint.env) setpoint config check && systemctl restart setpoint',
  );
}

async function checkConfig(shell: Shell): Promise<void> {
  const { readConfig } = await import('@setpoint/server');
  const result = readConfig(shell.environment);
  if (result.kind === 'invalid') throw wouldNotStart(result.problems);
  const problems = await problemsOfIssuers(result.config);
  const { state, problems: unfit } = await lookAtStore(shell, result.config);
  if (problems.length + unfit.length > 0) throw wouldNotStart([...problems, ...unfit]);
  const settings = Object.keys(shell.environment).filter((name) => /^(?:SETPOINT_|DATABASE_URL)/.test(name)).length;
  const lines = [
    `No problem: the service would start with ${countText(settings, 'setting')} of the environment.`,
    ...(state === undefined ? [] : [storeText(state)]),
  ];
  shell.print({ problems, store: state ?? null }, lines.join('\n'));
}

/** What is known of a store, and what a start would do to it. */
export function storeText({ kind, place, serverVersion, release, step, missing }: StoreState): string {
  const what = kind === 'sqlite' ? place : `${place} (PostgreSQL ${serverVersion ?? 'of an unknown version'})`;
  if (step === null) return `There is no store in ${what} yet: \`{setpoint} serve\` makes it.`;
  const found = `The store is ${what}${release === null ? '' : `, last used by release ${release}`}.`;
  if (missing.length === 0) return `${found} Its schema is up to date (${step}).`;
  const steps = `${countText(missing.length, 'step')} behind (at ${step})`;
  return `${found} Its schema is ${steps}: make a backup, then \`{setpoint} serve\` or \`{setpoint} migrate\` brings it up to date.`;
}

function wouldNotStart(problems: readonly string[]): Error {
  return badConfig(
    `The service would not start: ${countText(problems.length, 'problem')} in the environment.`,
    problems,
  );
}

async function problemsOfIssuers({ identity, http }: Config): Promise<string[]> {
  const { readIssuers } = await import('@setpoint/server');
  const read = readIssuers(identity.issuers, http.publicUrl ?? `http://${http.host}:${http.port}`);
  return read.kind === 'invalid' ? read.problems.map((problem) => `SETPOINT_ISSUERS: ${problem}`) : [];
}

async function lookAtStore(shell: Shell, { store }: Config) {
  const { examineStore } = await import('@setpoint/server');
  const examined = await whileWorking(shell, 'Looking at the store', () => examineStore(store));
  return examined.kind === 'unfit'
    ? { state: undefined, problems: examined.problems }
    : { state: examined.state, problems: [] };
}
