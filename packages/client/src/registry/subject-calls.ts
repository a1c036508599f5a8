import { PATHS, type SubjectMapping } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** Which subjects of outside issuers act as clients. */
export interface SubjectCalls {
  /** Lets a subject of an outside issuer act as this client. */
  mapSubject(clientId: string, mapping: SubjectMapping, options?: CallOptions): Promise<SubjectMapping>;
  unmapSubject(clientId: string, mapping: SubjectMapping, options?: CallOptions): Promise<void>;
}

export function createSubjectCalls({ ask }: Connection): SubjectCalls {
  const path = PATHS.fleetClientSubjects;
  return {
    mapSubject: (clientId, body, options) => ask({ method: 'PUT', path, params: { clientId }, body }, options),
    unmapSubject: (clientId, query, options) => ask({ method: 'DELETE', path, params: { clientId }, query }, options),
  };
}
