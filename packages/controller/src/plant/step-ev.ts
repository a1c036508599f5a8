import { clamp } from '../driver/clamp.ts';
import type { LocalTime } from './local-time.ts';
import type { Random } from './seeded-random.ts';

export interface EvConfig {
  chargers: number;
  /** The power of each plug. */
  plugKw: number;
  /** The power of the feeder that all plugs share. */
  groupKw: number;
  /** The energy that a car usually wants. */
  sessionKwh: number;
  pattern: keyof typeof patterns;
}

/** A visit that is still to come today. */
interface EvVisit {
  charger: number;
  arriveHour: number;
  stayHours: number;
  needKwh: number;
}

/** A car at a plug. */
export interface EvSession {
  charger: number;
  departAtMs: number;
  needKwh: number;
  deliveredKwh: number;
  powerKw: number;
}

export interface EvState {
  config: EvConfig;
  plannedDay: number | null;
  visits: readonly EvVisit[];
  /** First to leave first. */
  sessions: readonly EvSession[];
  /** The energy that cars have left without, so far. */
  missedKwh: number;
  powerKw: number;
}

interface Pattern {
  visits: number;
  firstHour: number;
  everyHours: number;
  spreadHours: number;
  stayHours: number;
  weekdayChance: number;
  weekendChance: number;
}

const once = { visits: 1, everyHours: 0 };
const patterns = {
  depot: { ...once, firstHour: 18.5, spreadHours: 1.2, stayHours: 10, weekdayChance: 0.95, weekendChance: 0.6 },
  workplace: { ...once, firstHour: 8, spreadHours: 0.7, stayHours: 8.5, weekdayChance: 0.8, weekendChance: 0.05 },
  home: { ...once, firstHour: 18, spreadHours: 2, stayHours: 12, weekdayChance: 0.6, weekendChance: 0.5 },
  public: {
    visits: 6,
    firstHour: 8.5,
    everyHours: 2,
    spreadHours: 0.5,
    stayHours: 0.9,
    weekdayChance: 0.5,
    weekendChance: 0.65,
  },
} satisfies Record<string, Pattern>;

export const evPatterns = Object.keys(patterns) as (keyof typeof patterns)[];

export function newEv(config: EvConfig): EvState {
  return { config, plannedDay: null, visits: [], sessions: [], missedKwh: 0, powerKw: 0 };
}

export interface EvMoment {
  atMs: number;
  dtS: number;
  local: LocalTime;
  capKw: number | null;
}

export function stepEv(state: EvState, now: EvMoment, random: Random): EvState {
  const planned =
    state.plannedDay === now.local.day
      ? state
      : { ...state, plannedDay: now.local.day, visits: planVisits(state.config, now.local, random) };
  return chargeCars(receiveCars(releaseCars(planned, now.atMs), now), now);
}

function planVisits(config: EvConfig, { weekday }: LocalTime, random: Random): EvVisit[] {
  const pattern = patterns[config.pattern];
  const chance = weekday === 0 || weekday === 6 ? pattern.weekendChance : pattern.weekdayChance;
  const visits: EvVisit[] = [];
  for (let charger = 0; charger < config.chargers; charger += 1) {
    for (let visit = 0; visit < pattern.visits; visit += 1) {
      const meanHour = pattern.firstHour + visit * pattern.everyHours;
      const drawn = {
        charger,
        arriveHour: clamp(meanHour + pattern.spreadHours * random.normal(), 0, 23.9),
        stayHours: pattern.stayHours * (0.8 + 0.4 * random.uniform()),
        needKwh: config.sessionKwh * (0.6 + 0.8 * random.uniform()),
      };
      if (random.uniform() < chance) visits.push(drawn);
    }
  }
  return visits.sort((a, b) => a.arriveHour - b.arriveHour);
}

function releaseCars(state: EvState, atMs: number): EvState {
  if (!state.sessions.some((session) => session.departAtMs <= atMs)) return state;
  const leaving = state.sessions.filter((session) => session.departAtMs <= atMs);
  return {
    ...state,
    sessions: state.sessions.filter((session) => session.departAtMs > atMs),
    missedKwh: leaving.reduce((sum, session) => sum + session.needKwh - session.deliveredKwh, state.missedKwh),
  };
}

function receiveCars(state: EvState, { atMs, local }: EvMoment): EvState {
  const waiting = state.visits.findIndex((visit) => visit.arriveHour > local.hour);
  const due = waiting === -1 ? state.visits : state.visits.slice(0, waiting);
  if (due.length === 0) return state;

  const sessions = [...state.sessions];
  for (const visit of due) {
    const departAtMs = atMs + (visit.arriveHour + visit.stayHours - local.hour) * 3_600_000;
    const isTaken = sessions.some((session) => session.charger === visit.charger);
    if (isTaken || departAtMs <= atMs) continue;
    sessions.push({ charger: visit.charger, departAtMs, needKwh: visit.needKwh, deliveredKwh: 0, powerKw: 0 });
  }
  sessions.sort((a, b) => a.departAtMs - b.departAtMs);
  return { ...state, sessions, visits: state.visits.slice(due.length) };
}

/** The car that leaves first is charged first, within the feeder and the cap. */
function chargeCars(state: EvState, { atMs, dtS, capKw }: EvMoment): EvState {
  if (state.sessions.length === 0 && state.powerKw === 0) return state;
  const { config } = state;
  const hours = dtS / 3600;
  const feederKw = Math.max(0, Math.min(config.groupKw, capKw ?? Infinity));
  let leftKw = feederKw;
  const sessions = state.sessions.map((session) => {
    const stayedHours = Math.min(hours, (session.departAtMs - atMs) / 3_600_000);
    const wantedKw = Math.min(config.plugKw * (stayedHours / hours), (session.needKwh - session.deliveredKwh) / hours);
    const powerKw = Math.max(0, Math.min(wantedKw, leftKw));
    leftKw -= powerKw;
    return { ...session, powerKw, deliveredKwh: session.deliveredKwh + powerKw * hours };
  });
  return { ...state, sessions, powerKw: feederKw - leftKw };
}
