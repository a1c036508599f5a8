import { SESSION_PATHS } from '@setpoint/contract';
import { askSession } from './ask-session.ts';

export async function signOut(isEverywhere: boolean): Promise<void> {
  await askSession(isEverywhere ? SESSION_PATHS.everywhere : SESSION_PATHS.session, { method: 'DELETE' });
}
