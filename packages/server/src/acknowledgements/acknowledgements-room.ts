import type { Room } from '../serving/room.ts';
import { acknowledgementRoutes, type AcknowledgementRoutes } from './acknowledgement-routes.ts';

/** The problems of sites that somebody takes care of. */
export function acknowledgementsRoom(ground: AcknowledgementRoutes): Room {
  return { routes: (serve) => acknowledgementRoutes(serve, ground) };
}
