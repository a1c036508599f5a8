import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { KeptGroup, KeptPerson } from '../people/schema.ts';
import { KeptPool } from '../pools/schema.ts';
import { Grant } from './grants/schema.ts';
import { SubjectMapping } from './subjects/schema.ts';
import { holdSeconds, name } from './fields.ts';
import { boolean, closed, ScopeName, text, titled, uuid } from '../schema/fields.ts';

export const KeptSite = titled('KeptSite', {
  siteId: uuid('The site.'),
  siteName: name,
  timeZone: text('The time zone of the site, an IANA name.'),
  notes: Type.String({ maxLength: LIMITS.maxNotesLength }),
  holdSeconds: Type.Optional(holdSeconds),
});
export type KeptSite = Static<typeof KeptSite>;

export const KeptClient = titled(
  'KeptClient',
  {
    clientName: name,
    isEnabled: boolean('Whether the client may call.'),
    scopes: Type.Array(ScopeName, { minItems: 1, uniqueItems: true }),
    grants: Type.Array(Grant),
    subjects: Type.Array(SubjectMapping),
  },
  { description: 'A client. An import finds it by its name.' },
);
export type KeptClient = Static<typeof KeptClient>;

export const RegistryDocument = titled(
  'RegistryDocument',
  {
    format: Type.Literal('setpoint-registry-1'),
    sites: Type.Array(KeptSite),
    pools: Type.Optional(Type.Array(KeptPool)),
    clients: Type.Array(KeptClient),
    groups: Type.Optional(Type.Array(KeptGroup)),
    persons: Type.Optional(Type.Array(KeptPerson)),
  },
  { description: 'Sites, pools, clients, groups, persons and what they may do, without secrets.' },
);
export type RegistryDocument = Static<typeof RegistryDocument>;

export const RegistryImport = titled('RegistryImport', {
  isDryRun: boolean('Whether nothing was done.'),
  steps: Type.Array(text(), {
    description: 'The changes made, or those that would be made; empty if nothing differs.',
  }),
  controllerKeys: Type.Array(
    closed({ siteId: uuid('The site.'), siteName: text('The name of the site.'), controllerKey: text() }),
    {
      description: 'The keys of the sites that were added. Shown only once.',
    },
  ),
  clientSecrets: Type.Array(
    closed({ clientId: uuid('The client.'), clientName: text('The name of the client.'), clientSecret: text() }),
    {
      description: 'The secrets of the clients that were added. Shown only once.',
    },
  ),
});
export type RegistryImport = Static<typeof RegistryImport>;
