/** Bounds that are part of the interface; sizes marked so are configurable by the operator. */
export const MIN_COMMANDS = 1;
export const MAX_COMMANDS = 10;
/** Configurable. */
export const MAX_ENTRIES = 1_500;
/** Configurable. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Of a body with the batches of many sites. */
export const MAX_PORTFOLIO_BYTES = 32 * 1024 * 1024;
export const MAX_JSON_DEPTH = 8;
export const MAX_NAME_LENGTH = 200;
export const MAX_NOTES_LENGTH = 2_000;
/** Of a registry list, when the query does not say. */
export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;
/** In one query; more do not fit an address. */
export const MAX_NAMED_SITES = 300;
export const MAX_TREE_DEPTH = 16;
export const MAX_TREE_NODES = 2_000;
/** Of a question about many sites. */
export const MAX_SITES_PER_CALL = 1_000;
/** The longest window of time that a question can be about. */
export const MAX_WINDOW_DAYS = 35;
/** Of an answer about one site by intervals. */
export const MAX_INTERVALS = 5_000;
/** Minutes. */
export const DEFAULT_RESOLUTION = 15;
export const MAX_RESOLUTION = 1_440;
