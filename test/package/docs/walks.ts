/** A page of the docs whose blocks for a shell run as they stand, from its top to its end. */
interface FollowedPage {
  readonly page: string;
  /** What it says when somebody follows it. */
  readonly says: readonly (string | RegExp)[];
}

/** Pages that a reader follows one after the other, in one shell and one folder, with one service. */
export interface Walk {
  readonly name: string;
  readonly pages: readonly FollowedPage[];
  /** Over PostgreSQL. */
  readonly isOverPostgres?: boolean;
}

export const WALKS: readonly Walk[] = [
  {
    name: 'learn',
    pages: [
      { page: 'install', says: ['First site', /"accepted":2/, /First client/] },
      {
        page: 'first-day-trader',
        says: ['"siteName": "Nordhafen 1"', '"accepted": 1', /600.*500/, /The plan of Nordhafen 1/],
      },
      { page: 'first-day-controller', says: [/"state": "partial"/, /"code": "asset_missing"/, 'Vendor test'] },
    ],
  },
  {
    name: 'do',
    pages: [
      { page: 'onboard-sites', says: ['Seewiese'] },
      { page: 'rotate-keys', says: [/controller key/, /Revoked/i, 'signing'] },
      { page: 'share-a-site', says: ['it oscillates'] },
      { page: 'backup', says: ['Wrote last.backup', /Restored \d+ sites? /, /SITE ID[^]*Kept/] },
      { page: 'sign-in', says: ['dispatcher', 'trading', /Ada[^]*operator/] },
      { page: 'alerts', says: [/Site offline[^]*offline/, 'Keys'] },
      { page: 'hold', says: ['not all have stopped yet', 'a fire drill', 'Released the hold'] },
      { page: 'upgrading', says: [/Wrote before-upgrade\.backup/, /Restored \d+ sites/, /schema/, / serving$/m] },
      { page: 'moving-from-scripts', says: [/Set: 2 entries/, /plan of Mill[^]*-120/i] },
      {
        page: 'pools',
        says: [
          '150 of 150 kW among 3',
          /The site was asked for 50 kW of import/,
          '200 kW are missing',
          '150 kW are missing: held (3)',
        ],
      },
    ],
  },
  {
    name: 'PostgreSQL',
    isOverPostgres: true,
    pages: [{ page: 'add-a-node', says: [/Harbour/, /^\S+:\d+ \S+ serving\n\S+:\d+ \S+ serving$/m] }],
  },
];

/** Whether the blocks of a page are run in one of the walks. */
export function isFollowed(page: string): boolean {
  return WALKS.some(({ pages }) => pages.some((one) => one.page === page));
}
