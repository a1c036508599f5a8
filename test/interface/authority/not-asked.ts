import { OPERATIONS, PATHS } from '@setpoint/contract';

// The rest is asked before there is a token, or with another credential than one.
const BY_TOKEN = OPERATIONS.filter(
  ({ scope, credential, path }) => scope !== undefined || credential === 'any-token' || path === PATHS.health,
);

/** The operations that were not among these, each a method and a path. */
export function notAsked(askedRoutes: ReadonlySet<string>): string[] {
  return BY_TOKEN.filter(({ method, path }) => {
    const route = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return ![...askedRoutes].some((asked) => route.test(asked));
  }).map(({ id }) => id);
}
