import { configFrom } from '../../packages/server/src/read-config.ts';
import type { SettingsReader } from '../../packages/server/src/wire/settings-reader.ts';

/** One variable of the environment, as the code reads it. */
export interface Setting {
  readonly name: string;
  /** What it may be, in words. */
  readonly takes: string;
  /** Left out if the code has none of its own. */
  readonly byDefault?: string;
  /** Whether the sibling with `_FILE` behind its name may hold the path of a file instead. */
  readonly isSecret: boolean;
}

/** Every setting of the service, by name: found by reading all of them from an empty environment. */
export function listSettings(): readonly Setting[] {
  const settings = new Map<string, Setting>();
  const add = (name: string, takes: string, more: Partial<Setting> = {}) => {
    const known = settings.get(name);
    // What is read twice is told apart once: by whoever asks for more than a text.
    if (known === undefined || known.takes === 'text')
      settings.set(name, { isSecret: false, ...known, ...more, name, takes });
  };
  configFrom(recordingReader(add), {});
  return [...settings.values()]
    .filter(({ name }) => !settings.has(name.replace(/_FILE$/, '')) || !name.endsWith('_FILE'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export const grouped = (value: number) => value.toLocaleString('en-GB');

type Add = (name: string, takes: string, more?: Partial<Setting>) => void;

function recordingReader(add: Add): SettingsReader {
  const noted = (takes: string, more?: Partial<Setting>) => (name: string) => {
    add(name, takes, more);
    return undefined;
  };
  return {
    given: noted('text'),
    url: noted('an http or https address'),
    file: noted('the path of a file'),
    secret: noted('text', { isSecret: true }),
    refuse: () => undefined,
    asked: new Set(),
    text(name, fallback) {
      add(name, 'text', { byDefault: fallback });
      return fallback;
    },
    integer(name, fallback, { min, max }) {
      add(name, `${grouped(min)} to ${grouped(max)}`, { byDefault: String(fallback) });
      return fallback;
    },
    list(name) {
      add(name, 'a list with commas');
      return [];
    },
    choice(name, fallback, choices) {
      add(name, choices.map((choice) => `\`${choice}\``).join(', '), { byDefault: fallback });
      return fallback;
    },
  };
}
