import { fileURLToPath } from 'node:url';
import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import type { ProcessSettings } from '../platform/settings.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { consoleRoutes } from './console-routes.ts';
import { checkAtStart } from '../sessions/providers/check-at-start.ts';
import type { Provider } from '../sessions/providers/open-provider.ts';
import { plainCause } from '../sessions/providers/plain-cause.ts';
import { sessionListRoutes } from '../sessions/session-list-routes.ts';
import { type SessionRoutes, sessionRoutes } from '../sessions/session-routes.ts';
import type { ProviderSettings } from '../sessions/providers/provider-settings.ts';
import type { ConsoleSettings } from '../sessions/settings.ts';

const BUILT_DIR = fileURLToPath(new URL('../../dist/console', import.meta.url));

interface ConsoleGround extends Omit<SessionRoutes, 'times' | 'providers' | 'onProviderFailure'> {
  readonly access: Access;
  readonly lookUp: LookUp;
  readonly warnOf: WarnOf;
}

type Settings = ConsoleSettings & Pick<ProcessSettings, 'command'>;

/** The web page, and how people sign in to it. */
export async function consoleRoom(ground: ConsoleGround, settings: Settings): Promise<Room> {
  const { command, times } = settings;
  const { warnOf } = ground;
  const onProviderFailure = (provider: string, cause: unknown) =>
    warnOf(`SETPOINT_PROVIDERS: nobody could sign in, or stay, through ${provider}`)(plainCause(cause));
  const providers = await openProviders(ground, settings.providers, onProviderFailure);
  const options = { ...ground, times, providers, onProviderFailure };
  return {
    routes(serve, app) {
      consoleRoutes(app, { ...ground, builtDir: BUILT_DIR, command });
      sessionRoutes(app, options);
      sessionListRoutes(serve, options);
    },
    background() {
      for (const provider of providers) void checkAtStart(provider, warnOf);
      return [];
    },
  };
}

// With none, the library for them stays unread: most have none.
async function openProviders(
  ground: ConsoleGround,
  settings: readonly ProviderSettings[],
  onFailure: (provider: string, cause: unknown) => void,
): Promise<readonly Provider[]> {
  if (settings.length === 0) return [];
  const { openProvider } = await import('../sessions/providers/open-provider.ts');
  return settings.map((one) => openProvider(one, { ...ground, onFailure: (cause) => onFailure(one.id, cause) }));
}
