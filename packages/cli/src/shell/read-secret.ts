import { readFileSync } from 'node:fs';
import { badConfig } from './bad-config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A secret of the environment, or of the file that the variable with `_FILE` behind its name names. */
export function readSecret(environment: Environment, name: string): string | undefined {
  const path = environment[`${name}_FILE`];
  if (path === undefined) return environment[name];
  if (environment[name] !== undefined) throw badConfig(`Set ${name} or ${name}_FILE, not both.`, []);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read';
    throw badConfig(`${name}_FILE: ${reason}.`, []);
  }
}
