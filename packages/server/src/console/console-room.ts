import { fileURLToPath } from 'node:url';
import type { Access } from '../access/access.ts';
import type { Room } from '../http/room.ts';
import type { LookUp } from '../platform/create-name-lookup.ts';
import type { ProcessSettings } from '../platform/settings.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { consoleRoutes } from './console-routes.ts';
import { openProvider, type Provider } from './providers/open-provider.ts';
import { sessionListRoutes } from './session-list-routes.ts';
import { type SessionRoutes, sessionRoutes } from './session-routes.ts';
import type { ConsoleSettings } from './settings.ts';

const BUILT_DIR = fileURLToPath(new URL('../../dist/console', import.meta.url));

interface ConsoleGround extends Omit<SessionRoutes, 'times' | 'providers' | 'onProviderFailure'> {
  readonly access: Access;
  readonly lookUp: LookUp;
  readonly warnOf: WarnOf;
}

type Settings = ConsoleSettings & Pick<ProcessSettings, 'command'>;

/** The web page, and how people sign in to it. */
export function consoleRoom(ground: ConsoleGround, { command, times, providers: settings }: Settings): Room {
  const { warnOf } = ground;
  const onProviderFailure = (provider: string, cause: unknown) =>
    warnOf(`SETPOINT_PROVIDERS: nobody could sign in, or stay, through ${provider}`)(plainCause(cause));
  const providers = settings.map((one) =>
    openProvider(one, { ...ground, onFailure: (cause) => onProviderFailure(one.id, cause) }),
  );
  const options = { ...ground, times, providers, onProviderFailure };
  return {
    routes(app) {
      consoleRoutes(app, { ...ground, builtDir: BUILT_DIR, command });
      sessionRoutes(app, options);
      sessionListRoutes(app, options);
    },
    background() {
      for (const provider of providers) void checkAtStart(provider, warnOf);
      return [];
    },
  };
}

// A provider that is away for a while keeps nobody from starting: it is asked again with the next sign-in.
async function checkAtStart(provider: Provider, warnOf: WarnOf): Promise<void> {
  try {
    await provider.check();
  } catch (cause) {
    const sentence = `SETPOINT_PROVIDERS: nobody can sign in through ${provider.id}: ${provider.issuer} gives no usable metadata`;
    warnOf(sentence)(plainCause(cause));
  }
}

// The library's errors carry whole answers, which may hold what is nobody's business.
function plainCause(cause: unknown): Error {
  const messages: string[] = [];
  for (let at = cause; at instanceof Error && messages.length < 4; at = at.cause) messages.push(at.message);
  return new Error(messages.join(': ') || 'unknown');
}
