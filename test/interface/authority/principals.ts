import type { Scope } from '@setpoint/contract';

/** What one has who asks, as the registry has it. */
export interface Principal {
  readonly name: string;
  readonly isProven: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** Site a, site b, and the pool of site a. */
  readonly sees: readonly string[];
  readonly sets: readonly string[];
  /** Whether it is a client that acts for a person. */
  readonly isActing: boolean;
}

const SCOPES: Readonly<Record<string, Scope>> = {
  r: 'sites:read',
  w: 'schedules:write',
  a: 'fleet:admin',
  h: 'fleet:webhooks',
  u: 'audit:read',
};

// scopes: read, write, admin, hooks, audit; !: not proven. sees, sets: site a, site b, the pool of site a.
const TABLE = `
                      | scopes | sees | sets
  nobody              | !      |      |
  garbage             | !      |      |
  another scheme      | !      |      |
  expired             | !      |      |
  of tomorrow         | !      |      |
  forged              | !      |      |
  controller key      | !      |      |
  client secret       | !      |      |
  disabled            | !      |      |
  removed             | !      |      |
  without grants      | rw     |      |
  grant revoked       | rw     |      |
  grant lowered       | rw     | a    |
  read a              | rw     | a    |
  schedule a          | rw     | a    | a
  read all            | rw     | abp  |
  schedule all        | rw     | abp  | abp
  … only to read      | r      | abp  | abp
  … only to write     | w      | abp  | abp
  admin, no grants    | rwa    |      |
  operator            | rwah   | abp  | abp
  … signed by us      | rwa    | abp  | abp
  operator to read    | r      | abp  | abp
  to hooks, read a    | rh     | a    |
  … only to hooks     | h      | a    |
  auditor             | ru     | abp  |
  auditor, no grants  | ru     |      |
  read pool of a      | rw     | ap   |
  schedule its pool   | rw     | ap   | ap
  person, no role     |        |      |
  viewer of a         | r      | a    |
  dispatchers of a    | rw     | a    | a
  viewers of its pool | r      | ap   |
  dispatcher of pool  | rw     | ap   | ap
  dispatcher of all   | rw     | abp  | abp
  viewer, dispatch a  | rw     | abp  | a
  operators           | rwa    | abp  | abp
  auditor, a person   | ru     | abp  |
  desk for dispatcher | rw     | abp  | abp
  reader for the same | r      | abp  | abp
  disabled person     | !      |      |
  removed person      | !      |      |
  signed out          | !      |      |
  desk for disabled   | !      |      |
  lost its group      |        |      |
  group removed       |        |      |
  role taken          |        |      |
  role ended          |        |      |`;

export const PRINCIPALS: readonly Principal[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', scopes = '', sees = '', sets = ''] = line.split('|').map((cell) => cell.trim());
    return {
      name,
      isProven: scopes !== '!',
      scopes: new Set(scopes.split('').flatMap((letter) => SCOPES[letter] ?? [])),
      sees: subjectsOf(sees),
      sets: subjectsOf(sets),
      isActing: name.endsWith('for dispatcher') || name.endsWith('for the same'),
    };
  });

function subjectsOf(letters: string): string[] {
  return letters.split('').map((letter) => (letter === 'p' ? 'pool' : letter));
}
