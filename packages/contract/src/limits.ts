const limits = {
  /** Commands in one batch. */
  minCommands: 1,
  maxCommands: 10,
  /** Entries in one command. The operator can set another. */
  maxEntries: 1_500,
  /** The operator can set another. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** A body that holds the batches of many sites. */
  maxPortfolioBytes: 32 * 1024 * 1024,
  maxJsonDepth: 8,
  /** Problems that the answer to one request lists. */
  maxProblems: 100,
  /** Those of one site, in the answer for many. */
  maxProblemsOfSite: 10,
  maxNameLength: 200,
  maxNotesLength: 2_000,
  /** How long a controller that is cut off may carry on: no less than a restart of the service takes, no more than a month. */
  minHoldSeconds: 60,
  maxHoldSeconds: 2_678_400,
  /** The size of a page if the query gives no limit. */
  defaultPageSize: 100,
  maxPageSize: 1_000,
  /** Sites named in one query; more do not fit in an address. */
  maxNamedSites: 300,
  maxTreeDepth: 16,
  maxTreeNodes: 2_000,
  /** Sites in one request about many. */
  maxSitesPerCall: 1_000,
  maxPools: 1_000,
  /** Sites that are members of one pool, now or later. */
  maxPoolMembers: 10_000,
  /** How many hours of its members a pool is asked about at once. */
  maxPoolWindowHours: 24,
  /** The highest number of a signal. Above it there is room for the orders of all that anybody sends later. */
  maxSequence: 9_000_000_000_000_000,
  /** Of a schedule, as the service reads it: 15 digits. */
  maxVersion: 999_999_999_999_999,
  /** How long a signal may be in force, and how far its begin may be from now. */
  maxSignalSeconds: 900,
  maxSignalAgeSeconds: 10,
  /** The longest window of time in a request. */
  maxWindowDays: 35,
  /** Intervals in an answer about one site. */
  maxIntervals: 5_000,
  defaultResolutionMinutes: 15,
  maxResolutionMinutes: 1_440,
};

/** Bounds that are part of the interface. */
export const LIMITS: Readonly<typeof limits> = limits;
