import type { MemberPoint } from './member-traces.ts';
import { sparkPath } from './spark-path.ts';

const WIDTH = 96;
const HEIGHT = 24;
/** Until the page has been open for longer. */
const LEAST_SECONDS = 60;

/** What a member was ordered and supplied in the last minutes, as small lines; the figures are in the table. */
export function MemberSpark({ points }: { readonly points: readonly MemberPoint[] | undefined }) {
  const last = points?.at(-1);
  if (points === undefined || last === undefined) return null;
  const powers = points.flatMap(({ orderedKw, suppliedKw }) => [orderedKw ?? 0, suppliedKw ?? 0].map(Math.abs));
  const seconds = Math.max(LEAST_SECONDS, last.second - (points[0]?.second ?? 0));
  const size = {
    width: WIDTH,
    height: HEIGHT,
    reachKw: Math.max(1, ...powers) * 1.1,
    lastSecond: last.second,
    seconds,
  };
  return (
    <svg className="member-spark" aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <path className="spark-zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path
        className="spark-ordered"
        d={sparkPath(
          points.map((one) => [one.second, one.orderedKw]),
          size,
        )}
      />
      <path
        className="spark-supplied"
        d={sparkPath(
          points.map((one) => [one.second, one.suppliedKw]),
          size,
        )}
      />
    </svg>
  );
}
