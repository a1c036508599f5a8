import { type Static, Type } from 'typebox';
import { DOCUMENTED, exactlyOneOf, instant, oneOf, onlyTrue, titled, uuid } from '../../schema/fields.ts';

const abilities = ['read', 'schedule'] as const;
export type Ability = (typeof abilities)[number];

export const Grant = titled(
  'Grant',
  {
    siteId: Type.Optional(uuid('The site.')),
    poolId: Type.Optional(uuid('The pool: the grant is for it, and for the sites that are its members at the time.')),
    allSites: Type.Optional(onlyTrue('`true`: the grant is for all sites.')),
    can: oneOf(abilities, 'The rights that a grant gives. `schedule` includes `read`.'),
    endsAt: Type.Optional(instant('When the grant expires; omit for no expiry.')),
  },
  {
    description: 'Must have exactly one of `siteId`, `poolId` and `allSites`.',
    [DOCUMENTED]: exactlyOneOf(['siteId', 'poolId', 'allSites']),
  },
);
export type Grant = Static<typeof Grant>;
