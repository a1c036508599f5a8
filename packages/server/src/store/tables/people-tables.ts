export interface PeopleTables {
  person: PersonTable;
  claimed_group: ClaimedGroupTable;
  known_group: KnownGroupTable;
}

/** Who signs in through a provider. What it shares with clients, its name included, is a row of `client`. */
interface PersonTable {
  person_id: string;
  issuer: string;
  subject: string;
  email: string | null;
  /** The same once it is verified; another one was the address before, which a node of an older release left here. */
  verified_email: string | null;
  signed_in_at: number | null;
}

/** What a provider said last of the groups of a person. */
interface ClaimedGroupTable {
  person_id: string;
  issuer: string;
  group_name: string;
  /** From then on the claim is too old to count. */
  ends_at: number;
}

/** A group that can hold roles: a row of `client` too. */
interface KnownGroupTable {
  group_id: string;
  issuer: string;
  group_name: string;
}
