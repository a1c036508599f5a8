import { AddSiteRequest, AddSiteResponse, RegisteredSite, RegisteredSiteList } from '../registry.ts';
import { PATHS } from '../routes.ts';
import { badRequest, noSuchSite, ofPost, withToken, withTokenAndBody } from './error-answers.ts';
import { CREATED_AT, SITE_ID } from './examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from './operation.ts';
import { pageParameters, siteIdParameter } from './parameters.ts';

const shared = { tag: 'Site registry', scope: 'fleet:admin' } as const;
const registered: RegisteredSite = {
  siteId: SITE_ID,
  siteName: 'Nordhafen',
  timeZone: 'Europe/Berlin',
  createdAt: CREATED_AT,
};
const noQuery = badRequest(
  'The path takes no query parameters.',
  'unknown query parameter "page"; this path takes none',
);

export const siteRegistryOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listRegisteredSites',
    method: 'get',
    path: PATHS.fleetSites,
    summary: 'List the registered sites',
    description: 'All sites, by name, a page at a time.',
    parameters: pageParameters,
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page of sites.',
          body: bodyOf(RegisteredSiteList, { sites: [registered], nextCursor: null }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'limit must be a whole number from 1 to 1000'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'addSite',
    method: 'post',
    path: PATHS.fleetSites,
    summary: 'Add a site',
    description: 'Registers a site and makes the key that its controller signs in with. The key is shown this once.',
    request: bodyOf(AddSiteRequest, { siteName: 'Nordhafen', timeZone: 'Europe/Berlin' }),
    answers: answersOf(
      [
        {
          status: 201,
          description: 'The site is registered.',
          body: bodyOf(AddSiteResponse, {
            siteId: SITE_ID,
            siteName: 'Nordhafen',
            timeZone: 'Europe/Berlin',
            controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
          }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The body is wrong, and the message says where.',
          'timeZone: must be the name of a time zone, such as Europe/Berlin',
        ),
        refusalOf('conflict', {
          description: 'There is a site with this id already.',
          message: `there is a site ${SITE_ID} already`,
        }),
      ],
      ofPost(withTokenAndBody),
    ),
  },
  {
    ...shared,
    id: 'getRegisteredSite',
    method: 'get',
    path: PATHS.fleetSite,
    summary: 'Read a registered site',
    description: 'One site as it was registered.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        { status: 200, description: 'The site.', body: bodyOf(RegisteredSite, registered), headers: ['X-Request-Id'] },
        noQuery,
        noSuchSite,
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'removeSite',
    method: 'delete',
    path: PATHS.fleetSite,
    summary: 'Remove a site',
    description: 'Removes a site with everything kept for it: schedules, batches, state and controller keys.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [{ status: 204, description: 'The site is gone.', headers: ['X-Request-Id'] }, noQuery, noSuchSite],
      withToken,
    ),
  },
];
