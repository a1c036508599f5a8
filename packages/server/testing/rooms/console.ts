export { beginSession } from '../../src/console/begin-session.ts';
export { endProviderSessions } from '../../src/console/end-provider-sessions.ts';
export { renewSession } from '../../src/console/renew-session.ts';
