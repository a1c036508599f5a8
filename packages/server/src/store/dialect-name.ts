/** The databases that a store may lie in, as Kysely calls them. */
export type DialectName = 'sqlite' | 'postgres';
