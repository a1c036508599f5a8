import { hash } from 'node:crypto';

/** The hash of a record, over its text and the hash of the record before it; hex. */
export function chainHash(previous: string, record: string): string {
  return hash('sha256', `${previous}\n${record}`);
}
