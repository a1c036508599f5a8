const MEANINGS: readonly (readonly [word: string, meaning: string])[] = [
  [
    'FCR',
    'FCR, frequency containment reserve: the site itself measures the frequency of the grid and responds within seconds.',
  ],
  [
    'aFRR',
    'aFRR, automatic frequency restoration reserve: the grid operator’s control system calls it; full power within 5 minutes.',
  ],
  [
    'mFRR',
    'mFRR, manual frequency restoration reserve: the grid operator calls it for longer imbalances; full power within 12.5 minutes.',
  ],
  ['booking', 'Booking: power that was sold to the grid operator, and that the site keeps free.'],
  ['activation', 'Activation: a call for booked power; the site has to deliver it.'],
  ['reserves', 'Reserves: the power that bookings and FCR keep free.'],
  ['setpoint', 'Setpoint: the power to keep.'],
  ['limit', 'Limit: the most or the least power allowed at the connection point, whatever else is set.'],
  ['curtailment', 'Curtailment: how much of its rated power solar must leave unused.'],
  ['target charge', 'Target charge: the state of charge to reach and keep.'],
  ['following', 'Following: whether the measured power was what the plan said.'],
];

/** What the words of the energy market in a label mean, for a reader who is new to them. */
export function explain(label: string): string | undefined {
  const lower = label.toLowerCase();
  const found = MEANINGS.filter(([word]) => lower.includes(word.toLowerCase()));
  return found.length === 0 ? undefined : found.map(([, meaning]) => meaning).join('\n');
}
