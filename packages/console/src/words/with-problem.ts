import type { Problem } from '@setpoint/contract';

const TEXTS: Readonly<Record<Problem, string>> = {
  unreachable: 'offline, and without what was set since',
  offline: 'offline',
  rejected: 'with rejected commands',
  behind: 'not in sync',
  deviating: 'off the plan',
  limited: 'with commands served in part only',
  never: 'that never reported',
  'trouble:clock_off': 'the clock is off',
  'trouble:not_measured': 'power is not reported',
  'trouble:limit_exceeded': 'beyond a limit',
  'trouble:setpoint_missed': 'away from the setpoint',
  'trouble:reports_dropped': 'reports come twice or out of order',
  'trouble:orders_not_taken': 'orders are not fetched',
  'trouble:order_lost': 'a device drops its orders',
  'trouble:disk_full': 'the disk of the controller is full',
  'trouble:same_serial': 'two devices with one serial number',
  'trouble:implausible': 'measurements that cannot be true',
  'trouble:login_refused': 'a controller without a valid key',
  'trouble:subscription_refused': 'a controller asks for another schedule',
  'trouble:two_controllers': 'two controllers with one key',
  'issue:limits_crossed': 'limits cross',
  'issue:setpoint_outside_rating': 'beyond rating',
  'issue:setpoint_clamped': 'setpoint cut',
  'issue:headroom': 'too little headroom',
  'issue:headroom_import': 'too little import headroom',
  'issue:headroom_export': 'too little export headroom',
  'issue:afrr_activation_exceeds_booking': 'aFRR beyond booking',
  'issue:mfrr_activation_exceeds_booking': 'mFRR beyond booking',
  'issue:overdetermined': 'two setpoints',
  'issue:energy': 'energy too low or too high',
};
const BY_PROBLEM = new Map<string, string>(Object.entries(TEXTS));

/** A problem in a few words, without the asset; of one that a later release made up, its code. */
export function shortProblem(problem: string): string {
  return BY_PROBLEM.get(problem) ?? problem.replace(/^.*:/, '').replaceAll('_', ' ');
}

/** A problem of sites, behind how many have it, such as "12 sites offline". */
export function withProblem(sites: string, problem: string): string {
  return `${sites}${problem.includes(':') ? ':' : ''} ${shortProblem(problem)}`;
}
