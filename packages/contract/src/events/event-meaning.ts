import type { EventType } from './schema.ts';

/** When there is an event of each type. */
export const EVENT_MEANING = {
  'batch.accepted': 'A batch was accepted.',
  'batch.superseded': 'Later batches have replaced all of a batch.',
  'command.accepted':
    'The controller reported that it has the command, or no longer refuses the orders of pools in its place.',
  'command.rejected':
    'The controller reported that it cannot carry out the command, or the orders of pools in its place.',
  'command.limited':
    'The controller reported that it can serve a command in part only, or is kept from more; again with `isOver` when that ends.',
  'site.online': 'The first report came after the site had been offline.',
  'site.offline':
    'The connection of the controller closed, or no report came in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`).',
  'site.changed': 'A site was added, removed, edited, held or released, or joined or left a pool.',
  'site.trouble':
    'Something is wrong with the controller, or with what it sends; again with `isOver` when none of it was seen for a minute.',
  'entry.started': 'An entry began at a controller that has it.',
  'entry.completed': 'An entry ended, and it was applied before its end.',
  'entry.missed': 'An entry ended, and it was not applied.',
  'following.deviating':
    'An entry of a setpoint, or of a limit of the connection point, that was in force to its end was judged `deviating`. Of a limit, its last 24 hours are judged; the trouble `limit_exceeded` comes at once.',
  'plan.issue': 'An issue appeared in the plan.',
  'pool.short':
    'A pool has been short for 10 s of what it is asked for, or of what is booked for it, as `shortOf` says. A shortage while members are still ramping counts only after 5 min for aFRR, and 12.5 min for mFRR.',
  'pool.restored': 'Nothing has been missing for 10 s of what a pool was short of.',
  'pool.member_deviating':
    'Two reports in a row of a member showed that it does not follow its orders. The others are ordered what it does not give.',
  'pool.member_following':
    'A member that deviated follows its orders again, or nothing has been known of it for 5 min: all of its order counts.',
  'pool.seat_taken': 'A client or a person took the seat of a pool: it alone sends the signals from now on.',
  'pool.seat_given_back': 'The holder of the seat of a pool gave it back.',
  'alert.firing':
    'An alert rule began to fire. Only callers with the scope `fleet:admin` or `audit:read` get events of alerts.',
  'alert.recovered': 'A condition that an alert rule was firing for has ended.',
  'audit.sealed':
    'The audit log was sealed. A copy that is kept elsewhere shows whether the log was made anew. Only callers with the scope `fleet:admin` or `audit:read` get it.',
} as const satisfies Record<EventType, string>;
