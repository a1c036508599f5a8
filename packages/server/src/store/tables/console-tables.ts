import { bigint, idIn, or, orNull, text, textOf, table } from './table.ts';

export const consoleTables = {
  /** A way into the console that was handed out and not used yet. */
  sign_in_link: table(
    {
      link_hash: text,
      client_id: idIn('client'),
      /** Separated by spaces. */
      scopes: text,
      /** The number of the secret that it was made with. */
      generation: or(bigint, 0),
      expires_at: bigint,
    },
    { key: ['link_hash'] },
  ),
  /** Somebody who is signed in to the console. */
  console_session: table(
    {
      session_hash: text,
      client_id: idIn('client'),
      /** Separated by spaces. */
      scopes: text,
      /** The number of the secret that it was made with. */
      generation: or(bigint, 0),
      used_at: bigint,
      ends_at: bigint,
      /** By what it is named to others. */
      session_id: text,
      /** How it was begun. */
      means: or(textOf<'link' | 'provider' | 'command line'>(), 'link'),
      begun_at: bigint,
      address: orNull(text),
      agent: orNull(text),
      /** The provider that vouched for the person. */
      provider: orNull(text),
      /** The `sid` by which the provider knows it. */
      provider_session: orNull(text),
      /** What the provider gave for it, readable with the secret of the session alone. */
      sealed: orNull(text),
      /** When the provider is next asked for the groups. */
      ask_again_at: or(bigint, 0),
    },
    { key: ['session_hash'], unique: [['session_id']], indexes: { console_session_by_client: '(client_id)' } },
  ),
  /** A sign-in that was finished, and cannot be finished again. */
  used_ticket: table(
    {
      ticket_hash: text,
      /** From then on its ticket is not read any more. */
      ends_at: bigint,
    },
    { key: ['ticket_hash'] },
  ),
};
