import type { AnyWrite } from '../store/define-write.ts';
import { addSignInLink } from './links/add-sign-in-link.ts';
import { beginSession } from './begin-session.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { endOwnSession } from './end-own-session.ts';
import { endProviderSessions } from './providers/end-provider-sessions.ts';
import { redeemSignInLink } from './links/redeem-sign-in-link.ts';
import { renewSession } from './renew-session.ts';
import { takeRenewal } from './take-renewal.ts';
import { useConsoleSession } from './use-console-session.ts';

export const sessionWrites: readonly AnyWrite[] = [
  addSignInLink,
  beginSession,
  endConsoleSessions,
  endOwnSession,
  endProviderSessions,
  redeemSignInLink,
  renewSession,
  takeRenewal,
  useConsoleSession,
];
