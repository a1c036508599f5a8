import { type AcknowledgeRequest, type Acknowledgement, PATHS } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The problems of sites that somebody takes care of. */
export interface AcknowledgementCalls {
  /** The acknowledgements in force on the sites that this client can see, sorted by site, fetched page by page. */
  list(options?: CallOptions): AsyncGenerator<Acknowledgement>;
  /** Acknowledges a problem of some sites, or takes that back with `until: null`. */
  put(request: AcknowledgeRequest, options?: CallOptions): Promise<void>;
}

export function createAcknowledgementCalls({ ask, each }: Connection): AcknowledgementCalls {
  const path = PATHS.fleetAcknowledgements;
  return {
    list: (options) => each('acknowledgements', { path, query: { limit: 1_000 } }, options),
    put: (body, options) => ask({ method: 'PUT', path, body }, options),
  };
}
