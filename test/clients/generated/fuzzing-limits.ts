interface Limit {
  /** The check of schemathesis that fails. */
  readonly check: 'positive_data_acceptance' | 'negative_data_rejection';
  /** What the answer says then: the rule of a problem, if it has one, and its sentence. */
  readonly tells: RegExp;
  readonly why: string;
}

/** Requests that OpenAPI cannot tell from good ones, and that the service refuses in words. */
export const FUZZING_LIMITS: readonly Limit[] = [
  refused(
    'a schema cannot compare one value with another',
    /^(empty_interval|duplicate_pair|overlap|exclusive|limits_crossed|outside_window|activation_exceeds_booking|series|unsupported_pair|value_range|too_many_entries): /,
  ),
  refused(
    'the same, where answers have no problems with rules',
    /^: .*(named twice|used twice|overlaps|must be after|exclude each other|does not take|must not be negative|lower limit|is booked)/,
  ),
  refused(
    'a query cannot say which parameters go together, and generators misread it in a body',
    /^request: |^query: \w+ is missing; give|^schema: (missing; give|must have required property '(from|to)')/,
  ),
  refused(
    'generators read the constant of a flag as a text, so that the document leaves it out',
    /^schema: must be equal to constant/,
  ),
  refused('a value of the right shape may be in the past, name what is not there, or have a grammar', /^value: /),
  refused('a `date-time` of JSON Schema may lie before 1970', /^instant: |^: .*(an instant with an offset|RFC 3339)/),
  refused('only the service knows its cursors', /^query: cursor /),
  refused('a text of JSON may hold what no database stores', /U\+[0-9A-F]{4}/),
  refused('a schema cannot describe a table', /^csv: |^: .*line \d+/),
  refused(
    'which parameters of the form of a token go together is said in words',
    /^: \{"error":"(invalid|unsupported)_/,
  ),
  {
    check: 'negative_data_rejection',
    tells: /^csv: /,
    why: 'whoever asks for a check of a table is told with 200 that it is none',
  },
];

function refused(why: string, tells: RegExp): Limit {
  return { check: 'positive_data_acceptance', tells, why };
}
