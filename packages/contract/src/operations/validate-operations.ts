import { PATHS } from '../routes.ts';
import { CreateSchedulesBatchRequest } from '../schedule.ts';
import { ScheduleValidation, type ValidSchedules } from '../validation.ts';
import { badRequest, noAccess, noSuchSite, ofPost, withTokenAndBody } from './error-answers.ts';
import { gridLimit, storageSetpoint } from './examples.ts';
import { answersOf, bodyOf, type Operation } from './operation.ts';
import { conditionParameters, optionalWindowParameters, siteIdParameter } from './parameters.ts';
import { batchTooLarge, versionDiffers } from './public-operations.ts';

const valid: ValidSchedules = { isValid: true, accepted: 1, version: 17, schedules: [gridLimit, storageSetpoint] };

export const validateOperations: readonly Operation[] = [
  {
    id: 'validateSchedules',
    method: 'post',
    path: PATHS.fleetSiteValidate,
    tag: 'Plan and headroom',
    summary: 'Ask what would become of a batch',
    description:
      'Takes the body of the POST that sets schedules and writes nothing. The answer is what would be set, or every problem; with `plan=true` also the plan that would result and what would change in it. Needs `sites:read` as well: it shows what is set.',
    scope: 'schedules:write',
    parameters: [
      siteIdParameter,
      {
        name: 'plan',
        in: 'query',
        required: false,
        description: 'Whether the plan is wanted too.',
        schema: { enum: ['true'] },
      },
      ...optionalWindowParameters,
      ...conditionParameters.filter(({ name }) => name === 'If-Schedule-Version'),
    ],
    request: bodyOf(CreateSchedulesBatchRequest, { schedules: [gridLimit] }),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'What would be set, or what is wrong.',
          body: bodyOf(ScheduleValidation, valid),
          headers: ['X-Request-Id'],
        },
        badRequest('The body is no JSON at all, or a parameter or header is wrong.', 'the body is not JSON'),
        noAccess,
        noSuchSite,
        versionDiffers,
        batchTooLarge,
      ],
      ofPost(withTokenAndBody),
    ),
  },
];
