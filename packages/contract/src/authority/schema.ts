import { type Static, Type } from 'typebox';
import { RoleName } from '../people/schema.ts';
import { instant, instantOrNull, oneOf, text, titled, used, uuid } from '../schema/fields.ts';

export const AuthorityHolder = titled(
  'AuthorityHolder',
  {
    kind: oneOf(
      ['client', 'person', 'pool', 'key'],
      'A client or a person sets schedules and holds; a pool divides its signals over the site; with a key, a controller takes the commands and carries them out.',
    ),
    id: uuid('Of the client, the person, the pool or the key.'),
    name: text('The name; a key has none, and it is empty.'),
    through: oneOf(
      ['site', 'pool', 'all_sites', 'scope'],
      'For what it was given: the site, a pool that the site is a member of now, or all sites. `scope`: no grant, but the scope `fleet:admin`, with which a client holds and releases any site and does no more.',
    ),
    poolId: Type.Optional(uuid('The pool; it is in the list itself.')),
    role: Type.Optional(used(RoleName, 'The role, where a person or its group has one.')),
    groupName: Type.Optional(text('The group that it was given to; left out where it was given to the holder itself.')),
    since: instantOrNull('Since when; null: not recorded.'),
    endsAt: instantOrNull(
      'When it ends by itself, or when what the provider said of the group is too old to count; null if never.',
    ),
  },
  { description: 'One reason why somebody or something can command a site.' },
);
export type AuthorityHolder = Static<typeof AuthorityHolder>;

export const SiteAuthority = titled(
  'SiteAuthority',
  {
    siteId: uuid('The site.'),
    siteName: text('The name of the site.'),
    at: instant('The instant of this answer.'),
    holders: Type.Array(AuthorityHolder, {
      description: 'One for each grant, role, membership and key: clients and persons by name, then pools, then keys.',
    }),
  },
  { description: 'Everybody and everything that can command a site now.' },
);
export type SiteAuthority = Static<typeof SiteAuthority>;
