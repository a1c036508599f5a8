import * as oidc from 'openid-client';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import { createOutsideFetch } from './create-outside-fetch.ts';
import { discoveryProblem, otherIssuer } from './discovery-problem.ts';
import type { ProviderSettings } from './provider-settings.ts';

const DISCOVERED_FOR_MS = 3_600_000;

interface DiscoveryGround {
  readonly lookUp: LookUp;
  readonly now: () => number;
}

/** What the provider publishes of itself, asked anew now and then; a failure is tried again with the next request. */
export function createDiscovery(settings: ProviderSettings, { lookUp, now }: DiscoveryGround) {
  let known: { readonly at: number; readonly config: Promise<oidc.Configuration> } | undefined;
  const outsideFetch = createOutsideFetch(lookUp);

  async function discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, algorithm, clockToleranceSeconds } = settings;
    const asking = oidc.discovery(
      new URL(issuer),
      clientId,
      {
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        id_token_signed_response_alg: algorithm,
        [oidc.clockTolerance]: clockToleranceSeconds,
        // The clock of the store is one for all nodes.
        [oidc.clockSkew]: Math.round((now() - Date.now()) / 1_000),
      },
      clientSecret === undefined ? oidc.None() : undefined,
      {
        [oidc.customFetch]: outsideFetch,
        // On this machine alone: the settings refuse any other address without TLS.
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
      },
    );
    const config = await asking.catch((cause: unknown) => {
      throw discoveryProblem(issuer, cause);
    });
    const named = config.serverMetadata().issuer;
    // The library takes a name with a slash at its end for the same, and Entra ID by any name.
    if (named !== issuer) throw new Error(otherIssuer(issuer, named));
    return config;
  }

  return async (): Promise<oidc.Configuration> => {
    const at = now();
    if (known === undefined || at - known.at > DISCOVERED_FOR_MS || at < known.at) {
      const config = discover();
      known = { at, config };
      config.catch(() => (known = undefined));
    }
    return known.config;
  };
}
