import { type Static, Type } from 'typebox';
import {
  boolean,
  closed,
  instant,
  instantOrNull,
  nextCursor,
  ScopeName,
  text,
  titled,
  uuid,
} from '../../schema/fields.ts';
import { name } from '../fields.ts';
import { Grant } from '../grants/schema.ts';
import { SubjectMapping } from '../subjects/schema.ts';

const scopes = (description: string) => Type.Array(ScopeName, { minItems: 1, uniqueItems: true, description });

export const AddClientRequest = titled('AddClientRequest', {
  clientName: name,
  scopes: Type.Optional(scopes('`sites:read` and `schedules:write` if left out.')),
});
export type AddClientRequest = Static<typeof AddClientRequest>;

export const AddedClient = titled('AddedClient', {
  clientId: uuid('The client.'),
  clientName: text('The name of the client.'),
  clientSecret: text('The secret. Shown only once.'),
});
export type AddedClient = Static<typeof AddedClient>;

export const ClientSecretResponse = titled('ClientSecretResponse', {
  clientId: uuid('The client.'),
  clientSecret: text('The secret. Shown only once.'),
  endsAt: instantOrNull('When the secret ends by itself; null if never.'),
});
export type ClientSecretResponse = Static<typeof ClientSecretResponse>;

export const RegisteredClient = titled('RegisteredClient', {
  clientId: uuid('The client.'),
  clientName: text('The name of the client.'),
  isEnabled: boolean('Whether the client may call.'),
  scopes: Type.Array(ScopeName),
  grants: Type.Array(Grant),
  subjects: Type.Array(SubjectMapping),
  createdAt: instant('When it was made.'),
});
export type RegisteredClient = Static<typeof RegisteredClient>;

export const RegisteredClientList = titled('RegisteredClientList', {
  clients: Type.Array(RegisteredClient),
  nextCursor,
});
export type RegisteredClientList = Static<typeof RegisteredClientList>;

export const ChangeClientRequest = closed(
  {
    clientName: Type.Optional(name),
    scopes: Type.Optional(scopes('The scopes from now on; in place of those that it has.')),
    isEnabled: Type.Optional(boolean('Whether the client may call.')),
  },
  { title: 'ChangeClientRequest', minProperties: 1 },
);
export type ChangeClientRequest = Static<typeof ChangeClientRequest>;
