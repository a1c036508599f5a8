import type { Room } from '../serving/room.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import type { IdentitySettings } from '../identity/settings.ts';
import { exchangeCounts } from '../limits/exchange-counts.ts';
import { type TokenRoutes, tokenRoutes } from './token-routes.ts';
import type { DeedCounter } from '../trail/count-deeds.ts';

interface TokensGround extends Omit<TokenRoutes, 'lifetimeSeconds' | 'issued'> {
  readonly limits: CallerLimits;
  /** Where other nodes are, with which limits hold together. */
  readonly sharedUrl: string | undefined;
  readonly warnOf: WarnOf;
  readonly issued: DeedCounter;
}

/** Where clients get their tokens, and how often they may call. */
export function tokensRoom(ground: TokensGround, { tokenLifetimeSeconds }: IdentitySettings): Room {
  const { store, sharedUrl, warnOf, issued } = ground;
  const { failures, calls, history } = ground.limits;
  // Alone, a node has nobody to tell of what is over in a minute; of a day it tells itself, after a restart.
  const ofMinutes = sharedUrl === undefined ? {} : { failures, ...(calls === undefined ? {} : { calls }) };
  const limits = { ...ofMinutes, history };
  const onFailure = warnOf('the counts of rate limits could not be shared with the other nodes');
  return {
    routes: (_serve, app) => tokenRoutes(app, { ...ground, lifetimeSeconds: tokenLifetimeSeconds }),
    background: () => [exchangeCounts({ store, limits, onFailure }), issued],
  };
}
