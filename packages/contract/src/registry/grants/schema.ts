import { type Static, Type } from 'typebox';
import { DOCUMENTED, named, onlyTrue, titled, uuid } from '../../schema/fields.ts';

const abilities = ['read', 'schedule'] as const;
export type Ability = (typeof abilities)[number];

export const Grant = titled(
  'Grant',
  {
    siteId: Type.Optional(uuid('The site.')),
    allSites: Type.Optional(onlyTrue('`true`: the grant is for all sites.')),
    can: named('GrantLevel', abilities, 'What a grant allows. `schedule` includes `read`.'),
  },
  {
    description: 'Must have either `siteId` or `allSites`.',
    [DOCUMENTED]: { minProperties: 2, maxProperties: 2 },
  },
);
export type Grant = Static<typeof Grant>;
