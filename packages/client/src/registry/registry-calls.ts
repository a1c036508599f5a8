import { PATHS, type RegistryDocument, type RegistryImport } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import { type ClientRegistryCalls, createClientRegistryCalls } from './client-registry-calls.ts';
import { type ControllerKeyCalls, createControllerKeyCalls } from './controller-key-calls.ts';
import { createGrantCalls, type GrantCalls } from './grant-calls.ts';
import { createSigningKeyCalls, type SigningKeyCalls } from './signing-key-calls.ts';
import { createSiteRegistryCalls, type SiteRegistryCalls } from './site-registry-calls.ts';
import { createSubjectCalls, type SubjectCalls } from './subject-calls.ts';

/** The registry of sites and clients: for clients with the scope `fleet:admin`. */
export interface RegistryCalls
  extends SiteRegistryCalls, ControllerKeyCalls, ClientRegistryCalls, GrantCalls, SubjectCalls, SigningKeyCalls {
  /** All sites, pools, clients and grants as one document, without secrets. */
  exportRegistry(options?: CallOptions): Promise<RegistryDocument>;
  /** Adds and changes what a document names; nothing is removed. Secrets in the answer are shown only once. */
  importRegistry(
    document: RegistryDocument,
    options?: CallOptions & { readonly dryRun?: boolean },
  ): Promise<RegistryImport>;
}

export function createRegistryCalls(connection: Connection): RegistryCalls {
  const { ask } = connection;
  const path = PATHS.fleetRegistry;
  return {
    ...createSiteRegistryCalls(connection),
    ...createControllerKeyCalls(connection),
    ...createClientRegistryCalls(connection),
    ...createGrantCalls(connection),
    ...createSubjectCalls(connection),
    ...createSigningKeyCalls(connection),
    exportRegistry: (options) => ask({ method: 'GET', path }, options),
    importRegistry: (body, { dryRun = false, ...options } = {}) =>
      ask({ method: 'POST', path, query: dryRun ? { dryRun } : {}, body }, options),
  };
}
