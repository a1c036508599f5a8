export { beginSession } from '../../src/sessions/begin-session.ts';
export { endProviderSessions } from '../../src/sessions/providers/end-provider-sessions.ts';
export { renewSession } from '../../src/sessions/renew-session.ts';
