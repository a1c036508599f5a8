import type { IsSessionOpen } from '../identity/is-session-open.ts';
import { readBy } from '../store/fields.ts';

const sessionOf = readBy('console_session', ['clientId', 'sessionId']);

/** Those that are over by themselves outlive all of their tokens. */
export const isSessionOpen: IsSessionOpen = async (tx, input) => (await tx.first(sessionOf, input)) !== undefined;
