import { type AuditPlace, type AuditRecord, type AuditRecordList, PATHS } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** Which records of the audit log are meant; without any of these, all. */
export interface AuditFilter {
  readonly action?: string | undefined;
  /** The kind, a colon and the id: `client:0193…`. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** RFC 3339 with an offset. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Who did what: for auditors and operators. */
export interface AuditCalls {
  /** One page of records, newest first. */
  page(filter?: AuditFilter, page?: { limit?: number; cursor?: string }): Promise<AuditRecordList>;
  /** The records, newest first, fetched page by page. */
  list(filter?: AuditFilter): AsyncGenerator<AuditRecord>;
  /** The records in the order in which they were written, fetched page by page. */
  export(filter?: AuditFilter): AsyncGenerator<AuditRecord>;
  /** As `export`, page by page, with what was altered in the database. */
  exportPages(filter?: AuditFilter): AsyncGenerator<AuditRecordList>;
  /** The public keys of the service, as JSON Web Keys: seals are verified with them. */
  keys(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The last record that was deleted because of its age, and the last of all. */
  bounds(): Promise<{ readonly begin: AuditPlace; readonly end: AuditPlace }>;
}

export function createAuditCalls({ ask, each, pages }: Connection): AuditCalls {
  const path = PATHS.fleetAudit;
  return {
    page: (filter = {}, page = {}) => ask({ method: 'GET', path, query: { ...filter, ...page } }),
    list: (filter = {}) => each('records', { path, query: { ...filter } }),
    export: (filter = {}) => each('records', { path, query: { ...filter, order: 'oldest' } }),
    exportPages: (filter = {}) => pages({ path, query: { ...filter, order: 'oldest' } }),
    keys: async () => (await ask({ method: 'GET', path: PATHS.jwks })).keys,
    async bounds() {
      const { begin, end } = await ask({ method: 'GET', path, query: { limit: 1 } });
      return { begin, end };
    },
  };
}
