import { bigint, idIn, orNull, text, table } from './table.ts';

export const peopleTables = {
  /** Who signs in through a provider. What it shares with clients, its name included, is a row of `client`. */
  person: table(
    {
      person_id: idIn('client'),
      issuer: text,
      subject: text,
      email: orNull(text),
      /** The same once it is verified; another one was the address before, which a node of an older release left here. */
      verified_email: orNull(text),
      signed_in_at: orNull(bigint),
    },
    { key: ['person_id'], unique: [['issuer', 'subject']] },
  ),
  /** What a provider said last of the groups of a person. */
  claimed_group: table(
    {
      person_id: idIn('person'),
      issuer: text,
      group_name: text,
      /** From then on the claim is too old to count. */
      ends_at: bigint,
    },
    { key: ['person_id', 'issuer', 'group_name'], indexes: { claimed_group_by_name: '(issuer, group_name)' } },
  ),
  /** A group that can hold roles: a row of `client` too. */
  known_group: table(
    {
      group_id: idIn('client'),
      issuer: text,
      group_name: text,
    },
    { key: ['group_id'], unique: [['issuer', 'group_name']] },
  ),
};
