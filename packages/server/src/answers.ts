import type { AnyAnswer } from './computing/answer.ts';
import { siteDeliveryAnswer } from './delivery/site-delivery-answer.ts';
import { measurementsAnswer } from './following/measurements-answer.ts';
import { siteFollowingAnswer } from './following/site-following-answer.ts';
import { batchesAnswer, pastSchedulesAnswer, scheduleDiffAnswer } from './history/history-answers.ts';
import { namedOverviewAnswer, overviewPageAnswer } from './overview/overview-answers.ts';
import { headroomAnswer, siteHeadroomAnswer } from './plan/headroom-answers.ts';
import { plansAnswer, sitePlanAnswer } from './plan/plan-answers.ts';
import { validateAnswer } from './plan/validate-answer.ts';
import { poolFollowingAnswer, poolHeadroomAnswer, poolSuppliedAnswer } from './pools/sums/sum-answers.ts';
import { pastOrders } from './pools/signals/past-orders.ts';

/** Every answer that takes computing, for the thread that computes them. */
export const answers: readonly AnyAnswer[] = [
  sitePlanAnswer,
  plansAnswer,
  siteHeadroomAnswer,
  headroomAnswer,
  validateAnswer,
  siteDeliveryAnswer,
  siteFollowingAnswer(pastOrders),
  measurementsAnswer,
  poolHeadroomAnswer,
  poolFollowingAnswer,
  poolSuppliedAnswer,
  batchesAnswer,
  pastSchedulesAnswer,
  scheduleDiffAnswer,
  overviewPageAnswer,
  namedOverviewAnswer,
];
