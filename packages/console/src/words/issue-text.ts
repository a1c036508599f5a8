const ISSUES: Readonly<Record<string, string>> = {
  limits_crossed: 'The limits cross: the upper one wins',
  setpoint_outside_rating: 'Setpoint beyond the rating',
  setpoint_clamped: 'Setpoint cut by a limit',
  headroom: 'Reserves wider than the limits',
  headroom_import: 'Too little room below the upper limit for the import reserves',
  headroom_export: 'Too little room above the lower limit for the export reserves',
  afrr_activation_exceeds_booking: 'aFRR activation beyond its booking',
  mfrr_activation_exceeds_booking: 'mFRR activation beyond its booking',
  overdetermined: 'Battery setpoint beside a grid setpoint: the connection point is kept',
  held: 'Held: what was asked for is not carried out',
  energy: 'The battery will lack energy, or room for it, for what is set',
};

const SHORT: Readonly<Record<string, string>> = {
  limits_crossed: 'limits cross',
  setpoint_outside_rating: 'beyond rating',
  setpoint_clamped: 'setpoint cut',
  headroom: 'too little headroom',
  headroom_import: 'too little import headroom',
  headroom_export: 'too little export headroom',
  afrr_activation_exceeds_booking: 'aFRR beyond booking',
  mfrr_activation_exceeds_booking: 'mFRR beyond booking',
  overdetermined: 'two setpoints at once',
  held: 'held',
  energy: 'energy will not last',
};

/** What an issue of the plan means, as a sentence without its full stop. */
export function issueText(code: string): string {
  return ISSUES[code] ?? code.replaceAll('_', ' ');
}

export function shortIssueText(code: string): string {
  return SHORT[code] ?? code.replaceAll('_', ' ');
}
