import type { Fleet } from './start-fleet.ts';

/** Everything that a caller could have changed. */
export async function everythingOn({ operator, sites }: Fleet): Promise<unknown> {
  const paths = [
    '/api/v1/fleet/sites',
    '/api/v1/fleet/clients',
    '/api/v1/fleet/persons',
    '/api/v1/fleet/groups',
    '/api/v1/public/sites',
  ];
  const answers = await Promise.all(paths.map((path) => operator.ask(path)));
  const versions = await Promise.all([sites.a, sites.b].map((siteId) => operator.getSite(siteId)));
  return [answers.map(({ body }) => body), versions.map(({ headers }) => headers.get('Schedule-Version'))];
}
