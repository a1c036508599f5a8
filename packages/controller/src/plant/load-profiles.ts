interface LoadProfile {
  /** The share of the peak at each full hour, 0 to 23. */
  weekday: readonly number[];
  weekend: readonly number[];
}

const flat = (share: number): number[] => Array.from({ length: 24 }, () => share);

/** The night's share, the day's from one hour to another, half-way for the hour at either edge. */
function working(night: number, day: number, hours: { from: number; to: number }): number[] {
  return flat(night).map((share, hour) => {
    if (hour === hours.from || hour === hours.to) return (night + day) / 2;
    return hour > hours.from && hour < hours.to ? day : share;
  });
}

const household = [
  0.3, 0.26, 0.24, 0.23, 0.23, 0.28, 0.42, 0.55, 0.5, 0.44, 0.42, 0.45, 0.5, 0.46, 0.43, 0.45, 0.55, 0.72, 0.88, 0.92,
  0.82, 0.68, 0.52, 0.38,
];
const milking = [
  0.22, 0.2, 0.2, 0.25, 0.55, 0.9, 0.95, 0.7, 0.45, 0.4, 0.38, 0.4, 0.42, 0.38, 0.36, 0.45, 0.75, 0.92, 0.88, 0.55,
  0.38, 0.3, 0.26, 0.24,
];

export const loadProfiles = {
  retail: { weekday: working(0.35, 0.9, { from: 6, to: 21 }), weekend: working(0.35, 0.75, { from: 8, to: 19 }) },
  household: { weekday: household, weekend: household.map((share) => Math.min(1, share * 1.12)) },
  school: { weekday: working(0.15, 0.85, { from: 6, to: 17 }), weekend: flat(0.13) },
  industry: { weekday: working(0.3, 0.9, { from: 5, to: 22 }), weekend: flat(0.25) },
  hospital: { weekday: working(0.6, 0.92, { from: 6, to: 18 }), weekend: working(0.58, 0.75, { from: 7, to: 17 }) },
  cold_store: { weekday: working(0.6, 0.85, { from: 9, to: 20 }), weekend: working(0.58, 0.72, { from: 11, to: 20 }) },
  farm: { weekday: milking, weekend: milking },
  data_centre: { weekday: flat(0.85), weekend: flat(0.82) },
  depot: { weekday: working(0.4, 0.7, { from: 5, to: 20 }), weekend: flat(0.4) },
  auxiliary: { weekday: flat(0.5), weekend: flat(0.5) },
} satisfies Record<string, LoadProfile>;

export type LoadProfileName = keyof typeof loadProfiles;
