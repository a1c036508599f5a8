import { insert, removeBy } from '../store/put.ts';

/** What is written of the secrets of clients. */
export const secretRows = {
  insert: insert('client_secret', ['clientId', 'secretHash', 'generation', 'createdAt', 'endsAt']),
  remove: removeBy('client_secret', ['secretHash']),
  removeAll: removeBy('client_secret', ['clientId']),
} as const;
