import type { FastifyInstance } from 'fastify';
import { type FollowingRoutes, followingRoutes } from '../following/following-routes.ts';
import { headroomRoutes } from './headroom-routes.ts';
import { measurementRoutes } from '../following/measurement-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { type ValidateRoutes, validateRoutes } from './validate-routes.ts';

/** What will happen on the sites, what would, and what did. */
export function outlookRoutes(app: FastifyInstance, options: FollowingRoutes & ValidateRoutes): void {
  planRoutes(app, options);
  validateRoutes(app, options);
  headroomRoutes(app, options);
  followingRoutes(app, options);
  measurementRoutes(app, options);
}
