import { type Static, Type } from 'typebox';
import { DOCUMENTED, exactlyOneOf, instant, named, onlyTrue, titled, uuid } from '../../schema/fields.ts';

const abilities = ['read', 'schedule'] as const;
export type Ability = (typeof abilities)[number];

export const Grant = titled(
  'Grant',
  {
    siteId: Type.Optional(uuid('The site.')),
    allSites: Type.Optional(onlyTrue('`true`: the grant is for all sites.')),
    can: named('GrantLevel', abilities, 'What a grant allows. `schedule` includes `read`.'),
    endsAt: Type.Optional(instant('From then on it is as if removed; never if left out.')),
  },
  {
    description: 'Must have either `siteId` or `allSites`.',
    [DOCUMENTED]: exactlyOneOf(['siteId', 'allSites']),
  },
);
export type Grant = Static<typeof Grant>;
