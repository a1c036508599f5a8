import { readFileSync } from 'node:fs';
import { baseUrl } from '@setpoint/contract';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Reads settings from the environment; what is wrong with one is noted, and its default stands in. */
export interface SettingsReader {
  /** What is set, as it is. */
  given(name: string): string | undefined;
  text(name: string, fallback: string): string;
  integer(name: string, fallback: number, range: Range): number;
  /** Parts between commas. */
  list(name: string): readonly string[];
  choice<Value extends string>(name: string, fallback: Value, choices: readonly Value[]): Value;
  /** An http or https address without slashes at its end. */
  url(name: string): string | undefined;
  /** What is in the file that the setting names. */
  file(name: string): string | undefined;
  /** What is set, or what is in the file that the setting with `_FILE` behind its name names. */
  secret(name: string): string | undefined;
  /** Notes what is wrong. */
  refuse(problem: string): void;
  /** The names of the settings that were asked for. */
  readonly asked: ReadonlySet<string>;
}

export function createSettingsReader(environment: Environment, problems: string[]): SettingsReader {
  const asked = new Set<string>();
  const given = (name: string) => {
    const value = environment[name];
    // A unit or a compose file leaves such a variable; taken at its word, it would be the current folder or no port.
    if (value === '' && !asked.has(name)) refuse(`${name}: "" is no value: remove the variable, or set one`);
    asked.add(name);
    return value === '' ? undefined : value;
  };
  const text = (name: string, fallback: string) => given(name) ?? fallback;
  const refuse = (problem: string): void => void problems.push(problem);
  return {
    given,
    text,
    refuse,
    asked,
    integer(name, fallback, { min, max }) {
      const value = given(name);
      if (value === undefined) return fallback;
      if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      refuse(`${name}: ${JSON.stringify(value)} is not a whole number from ${min} to ${max}`);
      return fallback;
    },
    list: (name) => partsOf(text(name, '')),
    choice(name, fallback, choices) {
      const value = text(name, fallback);
      const chosen = choices.find((choice) => choice === value);
      if (chosen === undefined) refuse(`${name}: ${JSON.stringify(value)} is not one of ${choices.join(', ')}`);
      return chosen ?? fallback;
    },
    url(name) {
      const value = given(name);
      if (value === undefined) return undefined;
      if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return baseUrl(value);
      refuse(`${name}: ${JSON.stringify(value)} is not an http or https address`);
      return undefined;
    },
    file,
    secret(name) {
      const ofFile = `${name}_FILE`;
      if (given(ofFile) === undefined) return given(name);
      if (given(name) !== undefined) refuse(`${name} and ${ofFile}: set one of them, not both`);
      const content = file(ofFile)?.trim();
      if (content === '') refuse(`${ofFile}: ${given(ofFile)} is empty`);
      return content;
    },
  };

  function file(name: string): string | undefined {
    const path = given(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (cause) {
      refuse(`${name}: ${cause instanceof Error ? cause.message : 'cannot be read'}`);
      return undefined;
    }
  }
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
