import { PATHS } from '../paths.ts';
import { CheckSchedulesRequest } from '../schedules/schema.ts';
import { ScheduleValidation, type ValidSchedules } from './schema.ts';
import { batchTooLarge, csvBody, csvParameters, versionDiffers } from '../schedules/operations.ts';
import { bodyOf, type Operation, post, ok } from '../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { badRequest, REFUSALS } from '../operations/refusals.ts';
import { EXAMPLE_COMMANDS } from '../schedules/example-commands.ts';

const valid: ValidSchedules = {
  outcome: 'valid',
  isValid: true,
  accepted: 1,
  version: 17,
  schedules: [EXAMPLE_COMMANDS.gridLimit, EXAMPLE_COMMANDS.storageSetpoint],
};

export const validateOperations = [
  {
    id: 'validateSchedules',
    bound: 'computed',
    ...post(PATHS.fleetSiteValidate),
    tag: 'Plan and headroom',
    summary: 'Check a batch without setting it',
    description:
      'Takes the body of the POST that sets schedules or, with `from` and `to`, of the PATCH that splices them, and writes nothing. The answer is the schedule that would result, or every problem; with `plan=true`, also the plan that would result and what would change in it. CSV is checked as the PATCH would take it, and every problem names its line; with `plan=true`, the window of the plan is that of the splice. Requires the scope `sites:read` too, because it shows what is set.',
    scope: 'schedules:write',
    alsoScope: 'sites:read',
    parameters: [
      PARAMETERS.siteId,
      optionalQuery('plan', 'Whether to return the plan too.', { type: 'string', enum: ['true'] }),
      optionalQuery('from', 'The start of the window of the plan; of CSV, that of the splice.', INSTANT),
      optionalQuery('to', 'The end of the window, not included.', INSTANT),
      ...csvParameters,
      PARAMETERS.ifScheduleVersion,
    ],
    request: bodyOf(CheckSchedulesRequest, { schedules: [EXAMPLE_COMMANDS.gridLimit] }),
    requestAlsoAs: csvBody,
    success: ok('The schedule that would result, or every problem.', ScheduleValidation, valid),
    otherwise: [
      badRequest('The body is not JSON, or a parameter or header is wrong.', 'the body is not JSON'),
      REFUSALS.noAccess,
      REFUSALS.noSuchSite,
      versionDiffers,
      batchTooLarge,
    ],
  },
] as const satisfies readonly Operation[];
