/** What the demonstration has beside the service, and the console alone uses. `setpoint serve` has none of it. */
export const DEMONSTRATION = {
  /** The header by which the console finds out that it is there. */
  header: 'setpoint-demonstration',
  /** How the paths of its switches begin. */
  path: '/demo/',
  /** Which sites are cut off; a site is cut off by PUT, and connected again by DELETE, of its own path. */
  cutOff: '/demo/cut-off',
  /** In the same way: which sites say that they follow, and do nothing. */
  lie: '/demo/lie',
} as const;

export interface SwitchedSites {
  readonly siteIds: readonly string[];
}
