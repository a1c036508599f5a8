import { type AuditPlace, type AuditRecord, type AuditRecordList, PATHS } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** Which records of the audit log are meant; without any of these, all. */
export interface AuditFilter {
  readonly action?: string | undefined;
  /** The kind, a colon and the id: `client:0193…`. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** An id that the record names: of a site, a pool, a client, a person … */
  readonly about?: string | undefined;
  /** RFC 3339 with an offset. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The audit log, for auditors and operators. */
export interface AuditCalls {
  /** One page of records, newest first. */
  page(
    filter?: AuditFilter,
    page?: { limit?: number; cursor?: string },
    options?: CallOptions,
  ): Promise<AuditRecordList>;
  /** The records, newest first, fetched page by page. */
  list(filter?: AuditFilter, options?: CallOptions): AsyncGenerator<AuditRecord>;
  /** The records in the order in which they were written, fetched page by page. */
  export(filter?: AuditFilter, options?: CallOptions): AsyncGenerator<AuditRecord>;
  /** As `export`, page by page, with what was altered in the database. */
  exportPages(filter?: AuditFilter, options?: CallOptions): AsyncGenerator<AuditRecordList>;
  /** The public keys of the service, as JSON Web Keys: seals are verified with them. */
  keys(options?: CallOptions): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The last record that was deleted because of its age, and the last of all. */
  bounds(options?: CallOptions): Promise<{ readonly begin: AuditPlace; readonly end: AuditPlace }>;
}

export function createAuditCalls({ ask, each, pages }: Connection): AuditCalls {
  const path = PATHS.fleetAudit;
  return {
    page: (filter = {}, page = {}, options) => ask({ method: 'GET', path, query: { ...filter, ...page } }, options),
    list: (filter = {}, options) => each('records', { path, query: { ...filter } }, options),
    export: (filter = {}, options) => each('records', { path, query: { ...filter, order: 'oldest' } }, options),
    exportPages: (filter = {}, options) => pages({ path, query: { ...filter, order: 'oldest' } }, options),
    keys: async (options) => (await ask({ method: 'GET', path: PATHS.jwks }, options)).keys,
    async bounds(options) {
      const { begin, end } = await ask({ method: 'GET', path, query: { limit: 1 } }, options);
      return { begin, end };
    },
  };
}
