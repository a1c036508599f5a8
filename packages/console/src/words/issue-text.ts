const ISSUES: Readonly<Record<string, string>> = {
  limits_crossed: 'The limits cross: the upper one applies',
  setpoint_outside_rating: 'Setpoint beyond the rating',
  setpoint_clamped: 'Setpoint cut by a limit',
  headroom: 'Reserves need more room than the limits leave',
  headroom_import: 'Too little room below the upper limit for the import reserves',
  headroom_export: 'Too little room above the lower limit for the export reserves',
  afrr_activation_exceeds_booking: 'aFRR activation larger than its booking',
  mfrr_activation_exceeds_booking: 'mFRR activation larger than its booking',
  overdetermined: 'Storage and grid both have a setpoint: the one of the grid applies',
  held: 'Held: commands are not carried out',
  energy: 'The storage will lack energy, or room for energy, for what is set',
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
  overdetermined: 'two setpoints',
  held: 'held',
  energy: 'energy too low or too high',
};

/** An issue of the plan, as a sentence without its full stop. */
export function issueText(code: string): string {
  return ISSUES[code] ?? code.replaceAll('_', ' ');
}

export function shortIssueText(code: string): string {
  return SHORT[code] ?? code.replaceAll('_', ' ');
}
