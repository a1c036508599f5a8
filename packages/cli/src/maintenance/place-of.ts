import { readSecret } from '../shell/read-secret.ts';
import type { Shell } from '../shell/shell.ts';

/** The data directory, or the database that the service is told to use. */
export function placeOf({ environment }: Shell): { readonly place: string; readonly dataDir: string } {
  const dataDir = environment['SETPOINT_DATA_DIR'] ?? './data';
  return { place: readSecret(environment, 'DATABASE_URL') ?? dataDir, dataDir };
}
