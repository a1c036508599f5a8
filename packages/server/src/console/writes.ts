import type { AnyWrite } from '../store/define-write.ts';
import { addSignInLink } from './add-sign-in-link.ts';
import { beginSession } from './begin-session.ts';
import { endConsoleSessions } from './end-console-sessions.ts';
import { redeemSignInLink } from './redeem-sign-in-link.ts';
import { useConsoleSession } from './use-console-session.ts';

export const consoleWrites: readonly AnyWrite[] = [
  addSignInLink,
  beginSession,
  endConsoleSessions,
  redeemSignInLink,
  useConsoleSession,
];
