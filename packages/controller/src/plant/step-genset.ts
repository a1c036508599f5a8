import { clamp, towards } from '../driver/clamp.ts';

export interface GensetConfig {
  ratedKw: number;
  /** What the engine needs to burn cleanly: less is asked of it only while it ramps. */
  minKw: number;
  startDelayS: number;
  minRunS: number;
  rampKwPerS: number;
}

/** off → starting → running → off; `forS` counts in the present phase. */
export interface GensetState {
  config: GensetConfig;
  phase: 'off' | 'starting' | 'running';
  forS: number;
  powerKw: number;
}

export function newGenset(config: GensetConfig): GensetState {
  return { config, phase: 'off', forS: 0, powerKw: 0 };
}

export function stepGenset(state: GensetState, targetKw: number | null, dtS: number): GensetState {
  const isWanted = targetKw !== null && targetKw > 0;
  if (state.phase === 'running') return run(state, isWanted ? targetKw : 0, dtS);
  if (!isWanted) return newGenset(state.config);
  return state.phase === 'off' ? { ...state, phase: 'starting', forS: dtS } : crank(state, targetKw, dtS);
}

function crank(state: GensetState, targetKw: number, dtS: number): GensetState {
  if (state.forS < state.config.startDelayS) return { ...state, forS: state.forS + dtS };
  return run({ ...state, phase: 'running', forS: 0 }, targetKw, dtS);
}

function run(state: GensetState, targetKw: number, dtS: number): GensetState {
  const { config } = state;
  const mayStop = targetKw <= 0 && state.forS >= config.minRunS;
  const wantedKw = mayStop ? 0 : clamp(targetKw, config.minKw, config.ratedKw);
  const powerKw = towards(state.powerKw, wantedKw, config.rampKwPerS * dtS);
  if (mayStop && powerKw === 0) return newGenset(config);
  return { config, phase: 'running', forS: state.forS + dtS, powerKw };
}
