/** A page of the docs whose blocks for a shell run as they stand, from its top to its end. */
export interface FollowedPage {
  readonly page: string;
  /** What it says when somebody follows it. */
  readonly says: readonly (string | RegExp)[];
  /** Of a page for a service over PostgreSQL. */
  readonly isOverPostgres?: boolean;
}

export const FOLLOWED_PAGES: readonly FollowedPage[] = [
  {
    page: 'first-day-trader',
    says: ['"siteName": "Nordhafen 1"', '"accepted": 1', /600.*500/, /The plan of Nordhafen 1/],
  },
  { page: 'first-day-controller', says: [/"state": "partial"/, /"code": "asset_missing"/, 'Vendor test'] },
  { page: 'onboard-sites', says: ['Seewiese'] },
  { page: 'rotate-keys', says: [/controller key/, /Revoked/i, 'signing'] },
  { page: 'share-a-site', says: ['it oscillates'] },
  {
    page: 'moving-from-scripts',
    says: [/Set: 2 entries/, /plan of Mill[^]*-120/i, /Set: 92 entries/, /bess,activePowerkW,2030-03-31T21:45/],
  },
  { page: 'backup', says: ['Wrote last.backup', /Restored 1 site /, /SITE ID[^]*Kept/] },
  { page: 'hold', says: ['not all have stopped yet', 'a fire drill', 'Released the hold'] },
  { page: 'sign-in', says: ['dispatcher', 'trading', /Ada[^]*operator/] },
  {
    page: 'pools',
    says: [
      '150 of 150 kW among 3',
      /The site was asked for 50 kW of import/,
      '200 kW are missing',
      '150 kW are missing: held (3)',
    ],
  },
  {
    page: 'add-a-node',
    isOverPostgres: true,
    says: [/Harbour/, /^a \S+ serving$/m, /^b \S+ serving$/m],
  },
  { page: 'upgrading', says: [/Wrote before-upgrade\.backup/, /Restored 0 sites/, /schema/, / serving$/m] },
  { page: 'alerts', says: [/Site offline[^]*offline/, 'Keys'] },
];
