/** The tables of the store, by the room that owns them: no other room writes them. What is not here belongs to the one that writes it. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  store: ['store_state'],
  trail: ['acting', 'audit_head', 'audit_record'],
  identity: ['client', 'client_secret', 'client_subject', 'controller_key', 'sealing_key', 'signing_key'],
  limits: ['rate_count'],
  access: ['pool_grant', 'site_grant'],
  sites: ['cleared_command', 'set_command', 'site', 'site_hold'],
  events: ['event', 'event_log'],
  history: ['batch', 'kept_state'],
  delivery: ['applied_version'],
  schedules: ['idempotency'],
  plan: ['plan_mark'],
  following: ['measurement', 'site_following'],
  pools: ['pool', 'pool_member', 'pool_roster', 'pool_seat', 'pool_shortage', 'pool_tick'],
  gateway: ['device_tree', 'site_state'],
  people: ['claimed_group', 'known_group', 'person'],
  nodes: ['chosen_node', 'node'],
  sessions: ['console_session', 'sign_in_link', 'used_ticket'],
  holds: ['hold'],
  acknowledgements: ['acknowledgement'],
  webhooks: ['webhook', 'webhook_delivery', 'webhook_secret'],
  alerts: ['alert_firing', 'alert_rule'],
};

/** What a room of the ground reads of tables that a room above it owns. */
export interface UpwardReads {
  readonly room: string;
  readonly tables: readonly string[];
  readonly why: string;
}

/** The ground reads no other table from above: who needs more is given a function. */
export const UPWARD_READS: readonly UpwardReads[] = [
  {
    room: 'store',
    tables: ['client', 'site'],
    why: 'it locks the row with which a write begins, and finds where a page of sites ends',
  },
  { room: 'trail', tables: ['client'], why: 'a record names who did something as they were called then' },
  {
    room: 'access',
    tables: ['claimed_group', 'known_group', 'pool', 'pool_member', 'site', 'site_state'],
    why: 'one statement answers before each request what a caller may touch: grants by pool, groups of a person',
  },
];
