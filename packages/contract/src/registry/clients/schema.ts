import { type Static, Type } from 'typebox';
import { boolean, instant, instantOrNull, nextCursor, ScopeName, text, titled, uuid } from '../../schema/fields.ts';
import { name } from '../fields.ts';
import { Grant } from '../grants/schema.ts';
import { SubjectMapping } from '../subjects/schema.ts';

export const AddClientRequest = titled('AddClientRequest', {
  clientName: name,
  scopes: Type.Optional(
    Type.Array(ScopeName, {
      minItems: 1,
      uniqueItems: true,
      description: '`sites:read` and `schedules:write` if left out.',
    }),
  ),
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

export const ChangeClientRequest = titled('ChangeClientRequest', {
  isEnabled: boolean('Whether the client may call.'),
});
export type ChangeClientRequest = Static<typeof ChangeClientRequest>;
