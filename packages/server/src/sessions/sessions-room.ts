import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { checkAtStart } from './providers/check-at-start.ts';
import type { Provider } from './providers/open-provider.ts';
import { plainCause } from './providers/plain-cause.ts';
import { sessionListRoutes } from './session-list-routes.ts';
import { type SessionRoutes, sessionRoutes } from './session-routes.ts';
import type { ProviderSettings } from './providers/provider-settings.ts';
import type { SessionSettings } from './settings.ts';

interface SessionsGround extends Omit<SessionRoutes, 'times' | 'providers' | 'onProviderFailure'> {
  readonly access: Access;
  readonly lookUp: LookUp;
  readonly warnOf: WarnOf;
}

/** How people sign in, at a browser and at the command line, and where they are signed in. */
export async function sessionsRoom(ground: SessionsGround, settings: SessionSettings): Promise<Room> {
  const { times } = settings;
  const { warnOf } = ground;
  const onProviderFailure = (provider: string, cause: unknown) =>
    warnOf(`SETPOINT_PROVIDERS: nobody could sign in, or stay, through ${provider}`)(plainCause(cause));
  const providers = await openProviders(ground, settings.providers, onProviderFailure);
  const options = { ...ground, times, providers, onProviderFailure };
  return {
    routes(serve, app) {
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
  ground: SessionsGround,
  settings: readonly ProviderSettings[],
  onFailure: (provider: string, cause: unknown) => void,
): Promise<readonly Provider[]> {
  if (settings.length === 0) return [];
  const { openProvider } = await import('./providers/open-provider.ts');
  return settings.map((one) => openProvider(one, { ...ground, onFailure: (cause) => onFailure(one.id, cause) }));
}
