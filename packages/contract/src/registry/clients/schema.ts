import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS } from '../../limits.ts';
import { SITE_STATES } from '../../delivery/schema.ts';
import { SCOPES } from '../../identity/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const name = Type.String({ minLength: 1, maxLength: LIMITS.maxNameLength });
const notes = Type.String({ maxLength: LIMITS.maxNotesLength, description: 'For people.' });
const instant = Type.String({ format: 'date-time' });
const page = <T extends Record<string, TSchema>>(title: string, items: T) =>
  Type.Object(
    {
      ...items,
      nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null on the last page.' }),
    },
    { ...strict, title },
  );

export const AddSiteRequest = Type.Object(
  {
    siteName: name,
    siteId: Type.Optional(uuid),
    timeZone: Type.Optional(Type.String({ description: 'IANA name; UTC when left out.' })),
    notes: Type.Optional(notes),
  },
  { ...strict, title: 'AddSiteRequest' },
);
export type AddSiteRequest = Static<typeof AddSiteRequest>;

export const AddSiteResponse = Type.Object(
  {
    siteId: uuid,
    siteName: Type.String(),
    timeZone: Type.String(),
    controllerKey: Type.String({ description: 'Shown once.' }),
  },
  { ...strict, title: 'AddSiteResponse' },
);
export type AddSiteResponse = Static<typeof AddSiteResponse>;

export const SITE_ISSUES = ['rejected', 'clock_off', 'protocol_error', 'held'] as const;

export const ChangeSiteRequest = Type.Object(
  { siteName: Type.Optional(name), timeZone: Type.Optional(Type.String()), notes: Type.Optional(notes) },
  { ...strict, title: 'ChangeSiteRequest', minProperties: 1, description: 'What is left out stays.' },
);
export type ChangeSiteRequest = Static<typeof ChangeSiteRequest>;

export const RegisteredSite = Type.Object(
  {
    siteId: uuid,
    siteName: Type.String(),
    timeZone: Type.String(),
    notes: Type.String(),
    createdAt: instant,
    isOnline: Type.Boolean(),
    state: Type.Enum([...SITE_STATES], { description: 'Whether its controller has what is set.' }),
    issues: Type.Array(Type.Enum([...SITE_ISSUES]), {
      description:
        'rejected: its controller does not carry out something. clock_off: by more than 2 s. protocol_error: what it sent last was refused. held: a hold lies on it.',
    }),
  },
  { ...strict, title: 'RegisteredSite' },
);
export type RegisteredSite = Static<typeof RegisteredSite>;

export const RegisteredSiteList = page('RegisteredSiteList', { sites: Type.Array(RegisteredSite) });
export type RegisteredSiteList = Static<typeof RegisteredSiteList>;

export const AddClientRequest = Type.Object(
  {
    clientName: name,
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), {
        minItems: 1,
        uniqueItems: true,
        description: 'sites:read and schedules:write when left out.',
      }),
    ),
  },
  { ...strict, title: 'AddClientRequest' },
);
export type AddClientRequest = Static<typeof AddClientRequest>;

export const AddClientResponse = Type.Object(
  { clientId: uuid, clientName: Type.String(), clientSecret: Type.String({ description: 'Shown once.' }) },
  { ...strict, title: 'AddClientResponse' },
);
export type AddClientResponse = Static<typeof AddClientResponse>;

export const ClientSecretResponse = Type.Object(
  { clientId: uuid, clientSecret: Type.String({ description: 'Shown once.' }) },
  { ...strict, title: 'ClientSecretResponse' },
);
export type ClientSecretResponse = Static<typeof ClientSecretResponse>;

export const SubjectMapping = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 2_000 }),
    subject: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { ...strict, title: 'SubjectMapping', description: 'Whose tokens from an outside issuer act as this client.' },
);
export type SubjectMapping = Static<typeof SubjectMapping>;

const abilities = ['read', 'schedule'] as const;
export type Ability = (typeof abilities)[number];

export const Grant = Type.Object(
  {
    siteId: Type.Optional(uuid),
    allSites: Type.Optional(Type.Literal(true)),
    can: Type.Enum([...abilities], { description: 'schedule includes read.' }),
  },
  { ...strict, title: 'Grant', description: 'Names either one site or all of them.' },
);
export type Grant = Static<typeof Grant>;

export const RegisteredClient = Type.Object(
  {
    clientId: uuid,
    clientName: Type.String(),
    isEnabled: Type.Boolean(),
    scopes: Type.Array(Type.Enum([...SCOPES])),
    grants: Type.Array(Grant),
    subjects: Type.Array(SubjectMapping),
    createdAt: instant,
  },
  { ...strict, title: 'RegisteredClient' },
);
export type RegisteredClient = Static<typeof RegisteredClient>;

export const RegisteredClientList = page('RegisteredClientList', { clients: Type.Array(RegisteredClient) });
export type RegisteredClientList = Static<typeof RegisteredClientList>;

export const ChangeClientRequest = Type.Object(
  { isEnabled: Type.Boolean() },
  { ...strict, title: 'ChangeClientRequest' },
);
export type ChangeClientRequest = Static<typeof ChangeClientRequest>;
