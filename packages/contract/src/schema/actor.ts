import { Type, type Static } from 'typebox';
import { oneOf, text, titled } from './fields.ts';

/**
 * Who can have done something. `shell` is whoever ran a command on the machine of the store, past the service;
 * `unknown` is a caller that proved nobody, with what it claimed to be.
 */
export const ACTOR_KINDS = ['person', 'client', 'controller', 'service', 'shell', 'unknown'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

const kind = oneOf(
  ACTOR_KINDS,
  '`service`: the service did it by itself. `shell`: a command on the machine of the store. `unknown`: a caller that proved nobody.',
);
const id = text(
  'The id of the person, the client or the site of the controller; of an unknown caller what it claimed.',
);
const name = Type.Optional(text('The name that it had then.'));

const Principal = titled('Principal', { kind, id, name });

export const Actor = titled(
  'Actor',
  { kind, id, name, onBehalfOf: Type.Optional(Principal) },
  { description: 'A client, a person or the service itself; `onBehalfOf` is the person for whom a client acted.' },
);
export type Actor = Static<typeof Actor>;

/** What the service does by itself: nobody asked for it. */
export const SERVICE_ACTOR: Actor = { kind: 'service', id: 'setpoint' };
