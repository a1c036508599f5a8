import { Type, type Static } from 'typebox';
import { SCOPES } from '../identity/schema.ts';
import { LIMITS } from '../limits.ts';
import { Grant, SubjectMapping } from './clients/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const name = Type.String({ minLength: 1, maxLength: LIMITS.maxNameLength });

export const KeptSite = Type.Object(
  { siteId: uuid, siteName: name, timeZone: Type.String(), notes: Type.String({ maxLength: LIMITS.maxNotesLength }) },
  { ...strict, title: 'KeptSite' },
);
export type KeptSite = Static<typeof KeptSite>;

export const KeptClient = Type.Object(
  {
    clientName: name,
    isEnabled: Type.Boolean(),
    scopes: Type.Array(Type.Enum([...SCOPES]), { minItems: 1, uniqueItems: true }),
    grants: Type.Array(Grant),
    subjects: Type.Array(SubjectMapping),
  },
  { ...strict, title: 'KeptClient', description: 'Known by its name.' },
);
export type KeptClient = Static<typeof KeptClient>;

export const RegistryDocument = Type.Object(
  { format: Type.Literal('setpoint-registry-1'), sites: Type.Array(KeptSite), clients: Type.Array(KeptClient) },
  { ...strict, title: 'RegistryDocument', description: 'Sites, clients and grants, without any secret.' },
);
export type RegistryDocument = Static<typeof RegistryDocument>;

export const RegistryImport = Type.Object(
  {
    isDryRun: Type.Boolean(),
    steps: Type.Array(Type.String(), { description: 'What was done, or would be; none when nothing is different.' }),
    controllerKeys: Type.Array(
      Type.Object({ siteId: uuid, siteName: Type.String(), controllerKey: Type.String() }, strict),
      { description: 'Of the sites that were added; shown once.' },
    ),
    clientSecrets: Type.Array(
      Type.Object({ clientId: uuid, clientName: Type.String(), clientSecret: Type.String() }, strict),
      { description: 'Of the clients that were added; shown once.' },
    ),
  },
  { ...strict, title: 'RegistryImport' },
);
export type RegistryImport = Static<typeof RegistryImport>;
