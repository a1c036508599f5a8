import type { Migration } from 'kysely/migration';

/** A step of the schema. */
export interface Step extends Migration {
  /**
   * The tables that it alters, drops, indexes or refers to, without those that it makes. On PostgreSQL, all of them are
   * locked before it begins: a step that locks one after the other waits in a circle with those who read them.
   */
  readonly locks?: readonly string[];
}
