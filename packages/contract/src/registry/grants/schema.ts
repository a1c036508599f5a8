import { type Static, Type } from 'typebox';
import { oneOf, titled, uuid } from '../../schema/fields.ts';

const abilities = ['read', 'schedule'] as const;
export type Ability = (typeof abilities)[number];

export const Grant = titled(
  'Grant',
  {
    siteId: Type.Optional(uuid()),
    allSites: Type.Optional(Type.Literal(true)),
    can: oneOf(abilities, '`schedule` includes `read`.'),
  },
  { description: 'Must have either `siteId` or `allSites`.' },
);
export type Grant = Static<typeof Grant>;
