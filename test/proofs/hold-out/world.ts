import type { SiteLogin } from '../../support/service/service-client.ts';

/** All that a client, a controller or an attacker has to know; it crosses to their processes as JSON. */
export interface World {
  readonly httpsPort: number;
  readonly opsPort: number;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  /** The certificate of the service, which signs itself. */
  readonly cert: string;
  readonly certKey: string;
  readonly operatorToken: string;
  /** A client that may schedule all good sites. */
  readonly traderToken: string;
  /** Their controllers belong to the good client, which sets them. */
  readonly postedSites: readonly SiteLogin[];
  /** Their controllers only report, and apply what they get. */
  readonly fleetSites: readonly SiteLogin[];
  readonly attackers: Attackers;
}

/** What attackers were given, each as little as its attack takes. */
interface Attackers {
  /** Every default scope, and no grant. */
  readonly nobodyToken: string;
  /** May schedule one site, on which as much is set as fits. */
  readonly granted: { readonly token: string; readonly siteId: string };
  /** The controller of one site, on which as much is set as fits. */
  readonly controller: SiteLogin;
  readonly webhookToken: string;
}
