import { insert, removeBy } from '../../store/put.ts';

/** What is written of the outside subjects that act as a client. */
export const subjectRows = {
  insert: insert('client_subject', ['clientId', 'issuer', 'subject']),
  remove: removeBy('client_subject', ['issuer', 'subject']),
} as const;
